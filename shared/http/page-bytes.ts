/** A response of a Lambda function has at most 6 MB, also where the local host would send more. */
export const maxPageBytes = 4_000_000;

/** Lambda sends a body as a JSON text, in which a quotation mark of the body is two bytes. */
const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text));

/** Returns how many of the first items fit into a page, and at least 1, because a page must lead on. */
export function fittingCount<T>(items: readonly T[], textOf: (item: T) => string = JSON.stringify): number {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += bytesOf(textOf(item));
    return bytes > maxPageBytes;
  });
  return end < 0 ? items.length : Math.max(1, end);
}
