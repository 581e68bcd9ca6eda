/**
 * `compute` with a memory: the results of the last `size` to `2 * size` texts. Two generations take the place of an order of
 * use: a text that is used again moves into the newer one. No result is `undefined`.
 */
export function remembered<V extends NonNullable<unknown> | null>(
  compute: (text: string) => V,
  size: number,
): (text: string) => V {
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
