import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { deliver } from '#shared/outbox/deliver.ts';
import { newAdvertiser, type TestApp } from '#test/kit/harness.ts';

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
  await deliverAll(app);
  return owner;
}

export async function deliverAll(app: TestApp) {
  await app.settle();
  for (const sent of [...app.world.messages]) {
    if (sent.queue !== 'effects') continue;
    await deliver(sent.message.effect, app.workerDeps('effects'));
    app.world.messages.splice(app.world.messages.indexOf(sent), 1);
  }
}

export const deletionFile = (app: TestApp, { id }: Pick<Owner, 'id'>) =>
  app.world.backups.files.get(`deletions/${id}.json`)?.toString();
