/** The jobs that a fenced call of pg-boss has changed. Its types do not mention them. */
export function settledOf(response: object): readonly string[] {
  return (response as { readonly settled: readonly string[] }).settled;
}
