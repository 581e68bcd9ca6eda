export type LandingParameter = { sentName: string; value: string };

/** Mail programs leave `amp;` of `&amp;`, and templates a second question mark. */
const strayPrefix = /^(?:amp;|\?)+/i;

export function landingParameters(search: string, hash: string, names: readonly string[]): Map<string, LandingParameter> {
  const fragment = hash.slice(1);
  const inFragment = /^!?\//.test(fragment) ? fragment.replace(/^[^?]*\??/, '') : fragment;
  const text = `${search.slice(1)}&${inFragment}`.replace(/\?(?=[\w.-]+=)/g, '&?');
  const sent = [...new URLSearchParams(text)].map(([sentName, value]) => ({
    sentName,
    value,
    plainName: sentName.replace(strayPrefix, '').toLowerCase(),
  }));
  const parameters = new Map<string, LandingParameter>();
  for (const name of names) {
    const plain = name.toLowerCase();
    const parameter = sent.find(({ sentName }) => sentName === name) ?? sent.find(({ plainName }) => plainName === plain);
    if (parameter) parameters.set(name, parameter);
  }
  return parameters;
}

export function linkFaultOf(name: string, { sentName }: LandingParameter): string | undefined {
  if (sentName === name) return undefined;
  if (/^\??amp;/i.test(sentName)) return `amp ${name}`;
  return `${sentName.startsWith('?') ? 'question_mark' : 'capitals'} ${name}`;
}
