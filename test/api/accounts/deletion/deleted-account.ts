import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { newAdvertiser, type TestApp } from '#test/kit/harness.ts';
import { deliverEffects } from '#test/outbox/deliver-effects.ts';

export const password = 'correct horse battery';
let hash: Promise<string> | undefined;

export async function newOwner(app: TestApp) {
  const owner = await newAdvertiser(app);
  hash ??= hashPassword(password);
  await app.users.change(owner.id, { passwordHash: await hash });
  await app.settle();
  app.world.mails.length = 0;
  return owner;
}
export type Owner = Awaited<ReturnType<typeof newOwner>>;

export const deleteAccount = (app: TestApp, { headers }: Pick<Owner, 'headers'>, given = password) =>
  app.accounts.deleteAccount({ body: { password: given }, headers });
export const restore = (app: TestApp, { email }: Pick<Owner, 'email'>, given = password) =>
  app.accounts.restoreAccount({ body: { email, password: given } });
export const login = (app: TestApp, { email }: Pick<Owner, 'email'>, given = password) =>
  app.accounts.login({ body: { email, password: given } });

export async function newDeleted(app: TestApp) {
  const owner = await newOwner(app);
  const answer = await deleteAccount(app, owner);
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  await deliverEffects(app);
  return owner;
}

export const deletionFile = (app: TestApp, { id }: Pick<Owner, 'id'>) => app.world.backups.files.get(`deletions/${id}.json`)?.toString();
