export type LandingParameter = { sentName: string; value: string };

/** Mail programs leave `amp;` of `&amp;`, and templates a second question mark. */
const strayPrefix = /^(?:amp;|\?)+/i;

export function landingParameters(search: string, hash: string, names: readonly string[]): Map<string, LandingParameter> {
  const fragment = hash.slice(1);
  const inFragment = /^!?\//.test(fragment) ? fragment.replace(/^[^?]*\??/, '') : fragment;
  const text = `${search.slice(1)}&${inFragment}`.replace(/\?(?=[\w.-]+=)/g, '&?');
  const sentParameters = new URLSearchParams(text);
  const byName = new Map<string, LandingParameter>();
  const byPlainName = new Map<string, LandingParameter>();
  for (const [sentName, value] of sentParameters) {
    const plainName = sentName.replace(strayPrefix, '').toLowerCase();
    const parameter = { sentName, value };
    if (!byName.has(sentName)) byName.set(sentName, parameter);
    if (!byPlainName.has(plainName)) byPlainName.set(plainName, parameter);
  }
  const parameters = new Map<string, LandingParameter>();
  for (const name of names) {
    const parameter = byName.get(name) ?? byPlainName.get(name.toLowerCase());
    if (parameter) parameters.set(name, parameter);
  }
  return parameters;
}

export function linkFaultOf(name: string, { sentName }: LandingParameter): string | undefined {
  if (sentName === name) return undefined;
  if (/^\??amp;/i.test(sentName)) return `amp ${name}`;
  return `${sentName.startsWith('?') ? 'question_mark' : 'capitals'} ${name}`;
}
