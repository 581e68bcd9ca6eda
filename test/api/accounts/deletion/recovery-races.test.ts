import type { User } from '#shared/accounts/rules/users.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { deliver } from '#shared/outbox/deliver.ts';
import { invitationLink, newTeamOf } from '#test/api/licences/team-scene.ts';
import { atEveryCall, interleaved } from '#test/faults/interleaved.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { visit } from '#test/mail/scene.ts';
import { codeOf } from '../second-factor/authenticator.ts';
import { deliverAll, newStranger, password, recoveries, type Stranger } from '../stranger.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});
const methods = ['reset', 'identity'] as const;

async function recoveryOf({ id }: Stranger): Promise<Effect> {
  const { effects = '[]' } = ((await app.users.byId(id)) ?? {}) as { effects?: string };
  const found = (JSON.parse(effects) as Effect[]).find(({ kind }) => kind === 'account_recovered');
  if (!found) throw new Error('The account was not recovered.');
  return found;
}

async function invitedBy({ headers }: Stranger, license_key: string, email: string): Promise<string> {
  const answer = await app.licences.inviteTeamMember({ params: { license_key }, body: { email }, headers });
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  return answer.body.invitation_id;
}

describe.each(methods)('a recovery by %s', (method) => {
  it('during a recovery, no invited user joins the team, even while its worker is down', async () => {
    const stranger = await newStranger(app);
    const license_key = await newTeamOf(app, stranger.id);
    const [accomplice, other] = [await newUser(app), await newUser(app)];
    const id = await invitedBy(stranger, license_key, accomplice.email);
    await invitedBy(stranger, license_key, other.email);
    const link = await invitationLink(app, other.email);
    await deliverAll(app);
    await recoveries[method](app, stranger);
    const effect = await recoveryOf(stranger);
    const deps = app.workerDeps('effects');
    const dies = () => Promise.reject(new Error('The worker dies.'));
    const dying = { ...deps, teams: { ...deps.teams, withdraw: dies } };
    await expect(deliver(effect, dying)).rejects.toThrow('The worker dies.');
    const accepted = await app.licences.acceptInvitation({ params: { id }, headers: accomplice.headers });
    expect(accepted).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await visit(app, link, { method: 'POST' })).status).toBe(404);
    await deliver(effect, deps);
    expect(await app.licenceStore.team(license_key)).toEqual([]);
  });

  it("during a recovery, an earlier request's invitation is refused, and the owner's is accepted", async () => {
    const stranger = await newStranger(app);
    const license_key = await newTeamOf(app, stranger.id);
    const { tokensValidAfter: before = 0 } = (await app.users.byId(stranger.id)) ?? {};
    await recoveries[method](app, stranger);
    const { tokensValidAfter: after = 0 } = (await app.users.byId(stranger.id)) ?? {};
    app.world.clock.now = Math.max(app.world.clock.now, after);
    const { teams } = app.workerDeps('credits');
    const member = await newUser(app);
    const invite = (sessionEpoch: number) =>
      teams.invite(license_key, {
        holderId: stranger.id,
        email: member.email,
        seats: () => 5,
        sessionEpoch,
      });
    expect(await invite(before)).toBe('session_ended');
    const invitation = await invite(after);
    await deliverAll(app);
    const { id } = invitation as { id: string };
    const accepted = await app.licences.acceptInvitation({ params: { id }, headers: member.headers });
    expect(accepted.status).toBe(200);
    expect(await app.licenceStore.team(license_key)).toEqual([member.id]);
  });
});

describe.each(methods)('a recovery by %s that is held back at any call', (method) => {
  const inMidst = async (
    prepare: (stranger: Stranger) => Promise<(by: TestApp) => Promise<number>>,
    expectEnd: (user: User | null) => void,
  ) => {
    let accepted = 0;
    await atEveryCall(async (place) => {
      app = await startApp(await newWorld());
      const stranger = await newStranger(app);
      const meanwhile = await prepare(stranger);
      const isReached = await interleaved(
        app.world,
        place,
        async (by) => expect((await recoveries[method](by, stranger)).status).toBe(200),
        async (other) => {
          if ((await meanwhile(other)) === 200) accepted++;
        },
      );
      const user = await app.users.byId(stranger.id);
      expect(user?.recoveredEpoch).toBeDefined();
      expectEnd(user);
      return isReached;
    });
    expect(accepted).toBeGreaterThan(0);
  };

  it('the recovery removes a second factor that is enabled meanwhile', async () => {
    await inMidst(
      async ({ id, headers }) => {
        await app.users.change(id, { phone: '+351912345678' });
        const enrolled = await app.accounts.enrollMfa({ body: { password }, headers });
        if (enrolled.status !== 200) throw new Error(JSON.stringify(enrolled.body));
        const { secret } = enrolled.body;
        return async (by) => (await by.accounts.confirmMfa({ body: { code: codeOf(by, secret) }, headers })).status;
      },
      (user) => expect([user?.mfa ?? null, user?.pendingMfa ?? null]).toEqual([null, null]),
    );
  });

  it('the recovery removes a pending e-mail change of that time', async () => {
    await inMidst(
      async ({ headers }) =>
        async (by) => {
          const body = { new_email: 'stranger@evil.example', password };
          return (await by.accounts.changeEmail({ body, headers })).status;
        },
      (user) => expect(user?.pendingEmail ?? null).toBeNull(),
    );
  });
});

describe('a recovery with more exports than one try can end', () => {
  it('a recovery with many exports ends everything else first, and each attempt continues', async () => {
    const stranger = await newStranger(app);
    const license_key = await newTeamOf(app, stranger.id);
    const id = await invitedBy(stranger, license_key, 'someone@company.example');
    const day = new Date(app.world.clock.now).toISOString().slice(0, 10);
    for (let order = 0; order < 20; order++) {
      const body = { from: day, to: day, environment: 'test' } as const;
      const ordered = await app.events.createExport({ body, headers: stranger.headers });
      expect(ordered.status).toBe(202);
    }
    await app.work('export');
    await deliverAll(app);
    await recoveries.reset(app, stranger);
    const effect = await recoveryOf(stranger);
    const deps = app.workerDeps('effects');
    const removed: string[] = [];
    const until = (most: number) => ({
      ...deps,
      exportFiles: {
        ...deps.exportFiles,
        async remove(key: string) {
          if (removed.length === most) throw new Error('The worker dies.');
          removed.push(key);
          await deps.exportFiles.remove(key);
        },
      },
    });
    await expect(deliver(effect, until(12))).rejects.toThrow('The worker dies.');
    const team = await deps.teams.read(license_key, stranger.id, () => 0);
    expect(team?.invitations.some((open) => open.id === id)).toBe(false);
    await deliver(effect, until(100));
    expect(new Set(removed).size).toBe(20);
    expect(removed.length).toBeLessThan(20 + 12);
    expect([...app.world.objects.files.keys()].filter((key) => key.includes(`/${stranger.id}/`))).toEqual([]);
  });
});
