/** A connection to another thread, which has its own copy of the program. Messages are plain data. */
export interface Connection<To> {
  send(message: To): void;
  end(): void;
}

/** Starts such a thread. `ended` is called asynchronously when the thread ends by itself or cannot be started. */
export type Connect<To, From> = (take: (message: From) => void, ended: () => void) => Connection<To>;
