/**
 * The click id in a value sent as `svc_click_id`: the id itself, or the raw `svc_sid` cookie, whose URL-encoded JSON
 * calls it `sid` (docs/api/conversions.md#clicks). A cookie without one is used unchanged and matches nothing.
 */
export function clickIdOf(value: string): string {
  const text = value.trim();
  if (!text.startsWith('{') && !/^%7b/i.test(text)) return text;
  try {
    const cookie: unknown = JSON.parse(text.startsWith('{') ? text : decodeURIComponent(text));
    const sid = typeof cookie === 'object' && cookie !== null && 'sid' in cookie ? cookie.sid : undefined;
    return typeof sid === 'string' && sid !== '' ? sid : text;
  } catch {
    return text;
  }
}
