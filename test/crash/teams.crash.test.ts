// Slow: it fails every call in turn.

import { invitationLink, invite, invited, newHolder, teamOf } from '#test/api/licences/team-scene.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { visit } from '#test/mail/scene.ts';
import { deliverEffects } from '#test/outbox/deliver-effects.ts';
import { crashTest } from './crash-test.ts';

const scene = async (app: TestApp) => ({ holder: await newHolder(app), member: await newUser(app) });
const withInvitation = async (app: TestApp) => {
  const { holder, member } = await scene(app);
  return { holder, member, id: await invited(app, holder, member.email) };
};
const mailsTo = (app: TestApp, email: string) => app.world.mails.filter(({ to }) => to === email);

it('a crash at any call of inviting, and a retry: one seat is held and one mail is sent', async () => {
  const calls = await crashTest({
    prepare: scene,
    operation: (app, { holder, member }) => invite(app, holder, member.email),
    async check(app, { holder, member }, answer) {
      expect(answer).toMatchObject({ status: 202, body: { email: member.email } });
      expect(await teamOf(app, holder)).toEqual([['invited', member.email]]);
      await app.settle();
      expect(mailsTo(app, member.email)).toHaveLength(1);
      const invitations = await app.licences.listInvitations({ headers: member.headers });
      expect(invitations).toMatchObject({ body: { invitations: [{}] } });
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual([
    'GetItem',
    'UpdateItem',
    'GetItem',
    // The second read detects whether the holder's account was recovered meanwhile.
    'GetItem',
    'TransactWriteItems',
  ]);
});

it('a crash at any call of mailing an invitation: it is mailed, again only where the worker died over it', async () => {
  await crashTest({
    prepare: withInvitation,
    operation: deliverEffects,
    async check(app, { member }, _, faults) {
      const count = mailsTo(app, member.email).length;
      expect(faults.length > 0 ? [1, 2] : [1]).toContain(count);
    },
  });
});

it('a crash at any call of accepting, and a retry: licence and member agree', async () => {
  await crashTest({
    prepare: withInvitation,
    operation: (app, { member, id }) => app.licences.acceptInvitation({ params: { id }, headers: member.headers }),
    async check(app, { holder, member }, answer) {
      expect(answer).toMatchObject({ status: 200, body: { role: 'member' } });
      expect(await teamOf(app, holder)).toEqual([['member', member.email]]);
      expect(await app.licenceStore.isLinked(member.id)).toBe(true);
    },
  });
});

it('a crash at any call of accepting by the link, and a retry: licence and member agree', async () => {
  await crashTest({
    async prepare(app) {
      const prepared = await withInvitation(app);
      return { ...prepared, link: await invitationLink(app, prepared.member.email) };
    },
    operation: (app, { link }) => visit(app, link, { method: 'POST' }),
    async check(app, { holder, member }, answer) {
      expect(answer.status).toBe(200);
      expect(await teamOf(app, holder)).toEqual([['member', member.email]]);
    },
  });
});

it('a crash at any call of declining, and a retry: the seat is free', async () => {
  await crashTest({
    prepare: withInvitation,
    operation: (app, { member, id }) => app.licences.declineInvitation({ params: { id }, headers: member.headers }),
    async check(app, { holder, member }, answer) {
      expect(answer).toMatchObject({ status: 200, body: { status: 'declined' } });
      expect(await teamOf(app, holder)).toEqual([]);
      expect(await app.licenceStore.isLinked(member.id)).toBe(false);
    },
  });
});

it('a crash at any call of leaving, withdrawing or removing, and a retry: the seat is free', async () => {
  const withMember = async (app: TestApp) => {
    const prepared = await withInvitation(app);
    const { id, member } = prepared;
    await app.licences.acceptInvitation({ params: { id }, headers: member.headers });
    return prepared;
  };
  type Prepared = Awaited<ReturnType<typeof withMember>>;
  const check = async (app: TestApp, { holder, member }: Prepared, answer: { status: number }) => {
    expect(answer).toMatchObject({ status: 200 });
    expect(await teamOf(app, holder)).toEqual([]);
    expect(await app.licenceStore.isLinked(member.id)).toBe(false);
  };
  await crashTest({
    prepare: withMember,
    operation: (app, { holder, member }) => app.licences.leaveTeam({ params: holder.params, headers: member.headers }),
    check,
  });
  await crashTest({
    prepare: withInvitation,
    operation: (app, { holder, id }) =>
      app.licences.removeTeamMember({
        params: holder.params,
        query: { invitation_id: id },
        headers: holder.headers,
      }),
    check,
  });
  await crashTest({
    prepare: withMember,
    operation: (app, { holder, member }) =>
      app.licences.removeTeamMember({
        params: holder.params,
        query: { user_id: member.id },
        headers: holder.headers,
      }),
    check,
  });
});
