/** The largest documented body has 100,000 rows, and the largest `properties` have about 5,000 fields. */
export const maxContainers = 250_000;
export const maxFields = 10_000;

const codes = { quote: 34, colon: 58, open: 91, backslash: 92, close: 93, openBrace: 123, closeBrace: 125 };

/**
 * A megabyte of `{},` is 350,000 objects, whose parsing takes a second and a hundred megabytes. This scan takes some
 * milliseconds. A text that is no JSON can have either answer.
 */
export function hasUsualShape(text: string): boolean {
  let containers = 0;
  const fields: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === codes.quote) at = endOfString(text, at);
    else if (code === codes.openBrace || code === codes.open) {
      if (++containers > maxContainers) return false;
      fields.push(0);
    } else if (code === codes.closeBrace || code === codes.close) fields.pop();
    else if (code === codes.colon) {
      const count = (fields.at(-1) ?? 0) + 1;
      if (count > maxFields) return false;
      fields[fields.length - 1] = count;
    }
  }
  return true;
}

/** A quotation mark after an odd number of backslashes is part of the string. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === codes.backslash) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
