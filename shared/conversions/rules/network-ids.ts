/** Earlier versions cut every ID at the shorter length. */
export const olderIdLength = 500;
export const maxNetworkIdLength = 1024;
/** The ID with its name, such as `gclid:<value>`. */
export const maxAliasLength = maxNetworkIdLength + 10;

const trimmed = (value: string | null) => (value ?? '').trim();
const keptLength = (text: string) => (/^[ -~]*$/.test(text) ? maxNetworkIdLength : olderIdLength);

/** The click ID of an ad network, such as `gclid`, is whole up to its kept length. */
export function networkClickId(value: string | null): string {
  const text = trimmed(value);
  return text.slice(0, keptLength(text)).toWellFormed();
}

export function isTruncated(value: string | null): boolean {
  const text = trimmed(value);
  return text.length > keptLength(text);
}
