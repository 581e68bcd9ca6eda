import { codesOf, type Secret, secretsOf } from './leaks.ts';

export const secrets = new Set<Secret>();
const learntTexts = new Set<string>();

export function forgetSecrets(): void {
  secrets.clear();
  learntTexts.clear();
}

function learn(some: readonly Secret[]) {
  for (const secret of some) {
    if (learntTexts.has(secret.value)) continue;
    learntTexts.add(secret.value);
    secrets.add(secret);
  }
}

export function learnFromBody(text: string): void {
  // Most bodies of fuzz tests are large or broken, and contain no secret.
  if (text.length > 20_000 || !text.startsWith('{')) return;
  try {
    learn(secretsOf(JSON.parse(text)));
  } catch {}
}

export function learnFromHeader(value: string | null): void {
  const credential = value?.replace(/^Bearer +/i, '') ?? '';
  if (credential.length >= 20 && /\d|-/.test(credential)) learn([{ what: 'a credential', value: credential }]);
}

export const learnFromMessage = (text: string): void => learn(codesOf(text));
