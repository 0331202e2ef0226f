/** The way to another thread, which has its own copy of the program. Messages are plain data. */
export interface Connection<To> {
  send(message: To): void;
  end(): void;
}

/** Starts such a thread. `ended` is called, later, when it has ended by itself or could not be started. */
export type Connect<To, From> = (take: (message: From) => void, ended: () => void) => Connection<To>;
