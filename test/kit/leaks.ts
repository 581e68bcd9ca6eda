const looks: readonly (readonly [what: string, look: RegExp])[] = [
  ['an e-mail address', /[\w.+-]+@[\w-]+\.[\w.-]*[a-z]/i],
  ['a token', /eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/],
  ['a secret key', /[sr]k_(live|test)_\w{8,}/],
  ['a phone number', /\+\d{8,}/],
  ['a password hash', /\$argon2/],
];

export function leaksIn(text: string, secrets: Iterable<Secret> = []): string[] {
  const byForm = looks.filter(([, look]) => look.test(text)).map(([what]) => what);
  const byValue = [...secrets].filter(({ value }) => isIn(value, text)).map(({ what }) => what);
  return [...new Set([...byForm, ...byValue])];
}

export type Secret = { what: string; value: string };

/** A secret of digits matches only outside of longer numbers and hashes. */
function isIn(value: string, text: string): boolean {
  if (!text.includes(value)) return false;
  return !/^\d+$/.test(value) || new RegExp(`(?<![\\da-f.])${value}(?![\\da-f])`).test(text);
}

const fields: Record<string, RegExp> = {
  // A password of letters alone could be a word of the program, so it is not searched for.
  password: /^(?=.*[^A-Za-z_]).{10,}$/s,
  new_password: /^(?=.*[^A-Za-z_]).{10,}$/s,
  email: /^[^@\s]{3,}@[^@\s]+$/,
  phone: /\d{6,}/,
  full_name: /^\S{2,} \S{2,}/,
  external_user_id: /^(?=.*\d).{8,}$/,
  code: /^\d{6}$/,
  access_token: /.{20,}/,
  reset_token: /.{20,}/,
  id_token: /.{20,}/,
};

export function secretsOf(body: unknown): Secret[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    if (typeof value !== 'string') return secretsOf(value);
    return fields[name]?.test(value) ? [{ what: `a value of ${name}`, value }] : [];
  });
}

export const codesOf = (text: string): Secret[] => (text.match(/\b\d{6}\b/g) ?? []).map((value) => ({ what: 'a code', value }));
