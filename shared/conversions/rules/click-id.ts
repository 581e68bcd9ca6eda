/**
 * The click id in a value sent as `svc_click_id`: the id itself, or the raw `svc_sid` cookie, whose URL-encoded JSON
 * carries it in `sid` (interface 2.1). A cookie without one is taken as it is, and will match nothing.
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
