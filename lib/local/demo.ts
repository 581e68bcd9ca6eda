import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKey } from '#functions/attribution/create-key.ts';
import { hashPassword } from '#shared/domain/passwords.ts';
import { randomText } from '#shared/ids.ts';
import { makeDeps } from '#shared/make-deps.ts';

export type Demo = {
  user_id: number;
  email: string;
  password: string;
  access_token: string;
  public_key: string;
  secret_key: string;
};
type Kept = Omit<Demo, 'access_token'>;

/**
 * The demo account of the local stage, made once per data folder through the service's own rules. The store keeps only
 * hashes, so password and keys stand in a file of the data folder, readable by its owner alone.
 */
export async function seedDemo({ directory }: { directory: string }): Promise<Demo> {
  const file = join(directory, 'demo.json');
  const deps = makeDeps();
  const kept = (await readKept(file)) ?? (await make(deps));
  await writeFile(file, JSON.stringify(kept, null, 2), { mode: 0o600 });
  const { token } = await deps.tokens.issue('access', kept.user_id);
  return { ...kept, access_token: token };
}

async function make(deps: ReturnType<typeof makeDeps>): Promise<Kept> {
  const user = { id: 1, email: 'demo@adtrail.example', password: randomText(16) };
  await deps.users.create({
    id: user.id,
    email: user.email,
    fullName: 'Demo Account',
    company: 'Northwind Shoes',
    companyWebsite: 'https://northwind.example',
    passwordHash: await hashPassword(user.password),
    isActive: true,
    tokensValidAfter: 0,
    createdAt: new Date(deps.now()).toISOString(),
  });
  const issue = async (kind: 'public' | 'secret') => {
    const request = {
      body: { name: `Demo ${kind} key`, kind, environment: 'live' as const },
      actor: { userId: user.id },
      params: undefined,
      query: undefined,
      header: () => undefined,
      requestId: 'seed',
    };
    return (await createKey.handle(request, deps)).body.key;
  };
  return { user_id: user.id, email: user.email, password: user.password, public_key: await issue('public'), secret_key: await issue('secret') };
}

async function readKept(file: string): Promise<Kept | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Kept;
  } catch {
    return null;
  }
}
