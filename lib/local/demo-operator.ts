import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomText } from '#shared/values/ids.ts';

type Kept = { email: string; password: string };
type Session = { access_token: string; expires_in: number };

/** The audit must name a person, so this machine's operator token creates the demo operator. */
export async function demoOperatorToken({
  api,
  directory,
  userAgent,
  operatorToken,
}: {
  api: string;
  directory: string;
  userAgent: string;
  operatorToken: string;
}): Promise<Session> {
  const file = join(directory, 'operator.json');
  const stored = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Kept,
    () => null,
  );
  const operator = stored ?? { email: 'grace@operator.example', password: randomText(16) };
  // The password is stored first, so that a kill leaves no account with an unknown password.
  if (!stored) await writeFile(file, JSON.stringify(operator, null, 2), { mode: 0o600 });
  const send = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${api}/api/v1/dev-auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...headers },
      body: JSON.stringify(body),
    });
  const signIn = () => send('login', operator);
  let answer = await signIn();
  if (answer.status === 401) {
    await send('create', { ...operator, full_name: 'Grace Demo', role: 'write' }, { 'x-dev-token': operatorToken });
    answer = await signIn();
  }
  if (!answer.ok) throw new Error(`The demo operator cannot sign in: ${answer.status}.`);
  return (await answer.json()) as Session;
}
