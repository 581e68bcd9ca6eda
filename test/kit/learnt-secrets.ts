import { codesOf, type Secret, secretsOf } from './leaks.ts';

/** Secrets and personal data that this test file has sent, was answered or was mailed. */
export const secrets = new Set<Secret>();
const known = new Set<string>();

/** For the next test file. */
export function forgetSecrets(): void {
  secrets.clear();
  known.clear();
}

function learn(some: readonly Secret[]) {
  for (const secret of some) {
    if (known.has(secret.value)) continue;
    known.add(secret.value);
    secrets.add(secret);
  }
}

/** Learns from a request's or an answer's JSON; what is none teaches nothing. */
export function learnFromBody(text: string): void {
  // Most bodies of the fuzz tests are large or broken, and hold no secret.
  if (text.length > 20_000 || !text.startsWith('{')) return;
  try {
    learn(secretsOf(JSON.parse(text)));
  } catch {}
}

/** Learns a credential of a header. */
export function learnFromHeader(value: string | null): void {
  const credential = value?.replace(/^Bearer +/i, '') ?? '';
  if (credential.length >= 20 && /\d|-/.test(credential))
    learn([{ what: 'a credential', value: credential }]);
}

/** Learns the codes that a person was sent. */
export const learnFromMessage = (text: string): void => learn(codesOf(text));
