/** Two generations of texts replace an order of use: a repeated text moves into the newer generation. */
export function memoized<V extends NonNullable<unknown> | null>(compute: (text: string) => V, size: number): (text: string) => V {
  let [newer, older] = [new Map<string, V>(), new Map<string, V>()];
  return (text) => {
    const recent = newer.get(text);
    if (recent !== undefined) return recent;
    const earlier = older.get(text);
    const value = earlier === undefined ? compute(text) : earlier;
    if (newer.size >= size) [newer, older] = [new Map(), newer];
    newer.set(text, value);
    return value;
  };
}
