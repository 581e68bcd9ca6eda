import { randomUUID } from 'node:crypto';
import type { WayOutName } from '#shared/outbox/ways-out.ts';
import { newKey, operator } from '#test/api/licences/partner/partner-scene.ts';
import { invite, newHolder } from '#test/api/licences/team-scene.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { deliverEffects } from '#test/outbox/deliver-effects.ts';
import { newEndpoint } from '#test/webhooks/scene.ts';
import { mailedCode } from './mailed-code.ts';

export const password = 'correct horse battery';

export async function newStranger(app: TestApp) {
  const email = `${randomUUID()}@company.example`;
  const answer = await app.accounts.register({ body: { email, password } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const headers = { authorization: `Bearer ${answer.body.access_token}` };
  await deliverAll(app);
  return { id: answer.body.user.id, email, headers };
}
export type Stranger = Awaited<ReturnType<typeof newStranger>>;

export type OpenedWay = { isOpen(app: TestApp): Promise<boolean> };

async function created<A extends { status: number; body: unknown }>(answer: Promise<A>): Promise<Record<string, unknown>> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body as Record<string, unknown>;
}

export const openers: Record<WayOutName, (app: TestApp, stranger: Stranger) => Promise<OpenedWay>> = {
  async api_key(app, { headers }) {
    const body = { name: 'Shop', kind: 'secret', environment: 'test' } as const;
    const { key } = await created(app.keys.createKey({ body, headers }));
    return {
      async isOpen({ conversions, world }) {
        world.clock.now += 61_000;
        const event = { event_type: 'a', event_id: randomUUID(), svc_click_id: 's_nobody' };
        const answer = await conversions.sendConversion({
          body: event,
          headers: { authorization: `Bearer ${key}` },
        });
        return answer.status === 202;
      },
    };
  },
  async webhook_endpoint(app, { id: accountId, headers }) {
    const { id } = await newEndpoint(app, headers, { environment: 'test' });
    return {
      isOpen: async ({ workerDeps }) => (await workerDeps('effects').webhookEndpoints.find(accountId, id))?.status === 'enabled',
    };
  },
  async destination(app, { id: accountId, headers }) {
    const params = { network: 'meta' as const };
    await created(app.destinations.changeDestination({ params, body: { state: 'collecting' }, headers }));
    return {
      isOpen: async ({ workerDeps }) => (await workerDeps('effects').destinations.collecting(accountId)).isOn,
    };
  },
  async export(app, { id: accountId, headers }) {
    const day = new Date(app.world.clock.now).toISOString().slice(0, 10);
    const body = { from: day, to: day, environment: 'test' } as const;
    const answer = await created(app.events.createExport({ body, headers }));
    await app.work('export');
    await created(app.events.createExport({ body, headers }));
    app.world.clock.now += 1000;
    const file = `exports/${accountId}/${answer.export_id}.ndjson.gz`;
    return {
      async isOpen({ world, workerDeps }) {
        const orders = await workerDeps('effects').exports.list(accountId);
        return world.objects.files.has(file) || orders.some(({ status }) => status !== 'failed');
      },
    };
  },
  async team_member(app, stranger) {
    const { params } = await newTeam(app, stranger);
    const member = await newUser(app);
    const id = await invitedTo(app, stranger, params, member.email);
    await created(app.licences.acceptInvitation({ params: { id }, headers: member.headers }));
    return {
      isOpen: async ({ licenceStore }) => (await licenceStore.team(params.license_key)).includes(member.id),
    };
  },
  async team_invitation(app, stranger) {
    const { params } = await newTeam(app, stranger);
    const invited = await newUser(app);
    const id = await invitedTo(app, stranger, params, invited.email);
    app.world.clock.now += 1000;
    return {
      isOpen: async ({ licences }) => (await licences.acceptInvitation({ params: { id }, headers: invited.headers })).status === 200,
    };
  },
  async team_membership(app, stranger) {
    const holder = await newHolder(app);
    const { licences, teams } = { licences: app.licenceStore, teams: app.workerDeps('effects').teams };
    await invite(app, holder, stranger.email);
    await teams.withdraw(holder.license_key, { holderId: holder.id, id: '' });
    await app.operators.setLicence({
      body: { license_key: holder.license_key, team_members: [stranger.id] },
      headers: operator,
    });
    return { isOpen: async () => (await licences.team(holder.license_key)).includes(stranger.id) };
  },
};

async function newTeam(app: TestApp, { id }: Stranger) {
  const license_key = newKey();
  await created(
    app.operators.setLicence({
      body: { license_key, tier: 2, status: 'active', user_id: id },
      headers: operator,
    }),
  );
  return { params: { license_key } };
}

async function invitedTo(app: TestApp, { headers }: Stranger, params: { license_key: string }, email: string): Promise<string> {
  const answer = await created(app.licences.inviteTeamMember({ params, body: { email }, headers }));
  return String(answer.invitation_id);
}

export const recoveries = {
  async reset(app: TestApp, { email }: Pick<Stranger, 'email'>) {
    app.world.clock.now += 61_000;
    await app.accounts.forgotPassword({ body: { email } });
    await app.work('reset_codes');
    const code = mailedCode(app, email);
    const verified = await created(app.accounts.verifyResetCode({ body: { email, code } }));
    app.world.clock.now += 1000;
    const reset_token = String(verified.reset_token);
    return await app.accounts.resetPassword({
      body: { email, code, reset_token, new_password: 'some other words' },
    });
  },
  async identity(app: TestApp, { email }: Pick<Stranger, 'email'>) {
    app.world.clock.now += 1000;
    return await app.accounts.signInWithIdp({
      body: { id_token: await app.world.idp.idToken({ sub: email, email }) },
    });
  },
};

export async function deliverAll(app: TestApp) {
  await deliverEffects(app);
  await app.settle();
}
