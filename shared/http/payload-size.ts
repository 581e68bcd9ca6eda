/** Lambda refuses a larger event or answer, which it counts as JSON. */
const maxPayloadBytes = 6 * 1024 * 1024;
/** Room for headers and the other fields of an event. */
const otherBytes = 20_000;
/** An escaped control character has six bytes. */
const maxCharacterBytes = 6;

export function fitsPayload(body: string | null): boolean {
  if (body === null || body.length * maxCharacterBytes + otherBytes <= maxPayloadBytes) return true;
  return Buffer.byteLength(JSON.stringify(body)) + otherBytes <= maxPayloadBytes;
}
