/** A parameter of a landing address: its name as it was sent, and its value, decoded. */
export type LandingParameter = { sentName: string; value: string };

/** What mail programs and templates leave before a name: `amp;` of `&amp;`, and a second question mark. */
const strayPrefix = /^(?:amp;|\?)+/i;

/**
 * The parameters of `names` in a landing address, by name: in the query, then in a fragment, with or without a route
 * before it. Broken links are read too: behind `&amp;`, behind a second `?`, and in capitals. A name as it should be
 * comes before a broken one. `search` and `hash` are those of a URL. The browser pixel and the service both use this.
 */
export function landingParameters(
  search: string,
  hash: string,
  names: readonly string[],
): Map<string, LandingParameter> {
  const fragment = hash.slice(1);
  const inFragment = /^!?\//.test(fragment) ? fragment.replace(/^[^?]*\??/, '') : fragment;
  const text = `${search.slice(1)}&${inFragment}`.replace(/\?(?=[\w.-]+=)/g, '&?');
  const sent = new URLSearchParams(text);
  const byName = new Map<string, LandingParameter>();
  const byPlainName = new Map<string, LandingParameter>();
  for (const [sentName, value] of sent) {
    const plainName = sentName.replace(strayPrefix, '').toLowerCase();
    const parameter = { sentName, value };
    if (!byName.has(sentName)) byName.set(sentName, parameter);
    if (!byPlainName.has(plainName)) byPlainName.set(plainName, parameter);
  }
  const found = new Map<string, LandingParameter>();
  for (const name of names) {
    const parameter = byName.get(name) ?? byPlainName.get(name.toLowerCase());
    if (parameter) found.set(name, parameter);
  }
  return found;
}

/** What is wrong with a name in a link: `amp`, `question_mark` or `capitals`; nothing for a name as it should be. */
export function linkFaultOf(name: string, { sentName }: LandingParameter): string | undefined {
  if (sentName === name) return undefined;
  if (/^\??amp;/i.test(sentName)) return `amp ${name}`;
  return `${sentName.startsWith('?') ? 'question_mark' : 'capitals'} ${name}`;
}
