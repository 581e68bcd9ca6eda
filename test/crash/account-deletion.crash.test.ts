// Slow: it fails every call in turn.
import { deleteAccount, deletionFile, login, newDeleted, newOwner, restore } from '#test/api/accounts/deletion/deleted-account.ts';
import { invited, newHolder, teamOf } from '#test/api/licences/team-scene.ts';
import type { TestApp } from '#test/kit/harness.ts';
import { deliverEffects } from '#test/outbox/deliver-effects.ts';
import { crashTest } from './crash-test.ts';

const pending = { status: 403, body: { code: 'account_deletion_pending' } };

it('a crash at any call of deleting an account, and a retry: it is deleted as a whole', async () => {
  await crashTest({
    prepare: newOwner,
    operation: (app, owner) => deleteAccount(app, owner),
    async check(app, owner, answer) {
      // If the response of the deletion was lost, the deletion ended the retry's session.
      expect([202, 401]).toContain(answer.status);
      expect(await login(app, owner)).toMatchObject(pending);
      await deliverEffects(app);
      expect(deletionFile(app, owner)).toBeDefined();
      const keys = await app.viewDeps().keys.list(owner.id);
      expect(keys.filter(({ suspendedAt }) => !suspendedAt)).toEqual([]);
      expect(app.world.mails.map(({ subject }) => subject)).toEqual(['Your account was deleted']);
    },
  });
});

it('a crash at any call of what follows from it, and a retry: teams are left, restores of backups know', async () => {
  await crashTest({
    async prepare(app: TestApp) {
      const owner = await newOwner(app);
      const holder = await newHolder(app);
      const id = await invited(app, holder, owner.email);
      await app.licences.acceptInvitation({ params: { id }, headers: owner.headers });
      await app.settle();
      await deleteAccount(app, owner);
      return { owner, holder };
    },
    operation: (app) => deliverEffects(app),
    async check(app, { owner, holder }) {
      expect(await teamOf(app, holder)).toEqual([]);
      expect(deletionFile(app, owner)).toBeDefined();
      expect(await app.licenceStore.isLinked(owner.id)).toBe(false);
    },
  });
});

it('a crash at any call of restoring an account, and a retry: it is active, and no restore deletes it', async () => {
  await crashTest({
    prepare: newDeleted,
    operation: (app, owner) => restore(app, owner),
    async check(app, owner, answer) {
      expect(answer).toMatchObject({ status: 200, body: { user: { id: owner.id } } });
      expect(await login(app, owner)).toMatchObject({ status: 200 });
      await deliverEffects(app);
      expect(deletionFile(app, owner)).toBeUndefined();
      const keys = await app.viewDeps().keys.list(owner.id);
      expect(keys.filter(({ suspendedAt }) => suspendedAt)).toEqual([]);
    },
  });
});

it('of deleting and restoring effects in any order, no file and no suspension is left of a restored account', async () => {
  await crashTest({
    async prepare(app: TestApp) {
      const owner = await newOwner(app);
      await deleteAccount(app, owner);
      const answer = await restore(app, owner);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return owner;
    },
    operation: (app) => deliverEffects(app),
    async check(app, owner) {
      expect(deletionFile(app, owner)).toBeUndefined();
      const keys = await app.viewDeps().keys.list(owner.id);
      expect(keys.filter(({ suspendedAt }) => suspendedAt)).toEqual([]);
    },
  });
});
