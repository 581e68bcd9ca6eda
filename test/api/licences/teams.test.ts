import { created, newKey, operator, own, send } from '#test/api/licences/partner/partner-scene.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { itRefusesUnknownIds } from '#test/kit/unknown-ids.ts';
import { visit } from '#test/mail/scene.ts';
import { type Holder, invitationLink, invite, invited, newHolder, teamOf } from './team-scene.ts';

let app: TestApp;
let holder: Holder;
beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(async () => {
  holder = await newHolder(app);
});

type User = Awaited<ReturnType<typeof newUser>>;
const accept = (id: string, { headers }: Pick<User, 'headers'>) => app.licences.acceptInvitation({ params: { id }, headers });
const decline = (id: string, { headers }: Pick<User, 'headers'>) => app.licences.declineInvitation({ params: { id }, headers });
const leave = ({ headers }: Pick<User, 'headers'>, params = holder.params) => app.licences.leaveTeam({ params, headers });
const remove = (query: object, by: Pick<User, 'headers'> = holder, params = holder.params) =>
  app.licences.removeTeamMember({ params, query, headers: by.headers });
const isLinked = (userId: number) => app.licenceStore.isLinked(userId);
const post = { method: 'POST' };

describe('an invitation', () => {
  it('an invitation has the same answer and calls with or without an account, and adds no member', async () => {
    const known = await newUser(app);
    const callsOf = async (email: string) => {
      const before = app.calls.length;
      const answer = await invite(app, holder, email);
      return { answer, calls: app.calls.slice(before).map(({ operation, table }) => [operation, table]) };
    };
    const one = await callsOf(known.email);
    const two = await callsOf('nobody-here@company.example');
    expect(two.calls).toEqual(one.calls);
    expect(one.answer).toMatchObject({ status: 202, body: { email: known.email, status: 'invited' } });
    expect(two.answer).toMatchObject({
      status: 202,
      body: { email: 'nobody-here@company.example', status: 'invited' },
    });
    expect(Object.keys(two.answer.body)).toEqual(Object.keys(one.answer.body));
    await app.settle();
    for (const email of [known.email, 'nobody-here@company.example'])
      expect(app.world.mails.filter(({ to }) => to === email)).toHaveLength(1);
    expect(await teamOf(app, holder)).toEqual([
      ['invited', known.email],
      ['invited', 'nobody-here@company.example'],
    ]);
    expect(await isLinked(known.id)).toBe(false);
    expect(await own(app, known.headers)).toEqual({ licences: [], tier: null, next_credits_on: null });
  });

  it('only the invited user accepts an invitation, and a repeat has no effect', async () => {
    const [member, stranger] = [await newUser(app), await newUser(app)];
    const id = await invited(app, holder, member.email);
    const list = await app.licences.listInvitations({ headers: member.headers });
    expect(list).toMatchObject({
      status: 200,
      body: { invitations: [{ invitation_id: id, invited_by: holder.email }] },
    });
    expect(await accept(id, stranger)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await decline(id, stranger)).toMatchObject({ status: 404 });
    for (let times = 0; times < 2; times++)
      expect(await accept(id, member)).toMatchObject({
        status: 200,
        body: { license_key: holder.license_key, role: 'member' },
      });
    expect(await decline(id, member)).toMatchObject({ status: 404 });
    expect(await isLinked(member.id)).toBe(true);
    expect(await own(app, member.headers)).toMatchObject({
      licences: [{ license_key: holder.license_key, role: 'member' }],
      tier: 1,
    });
    expect(await own(app, holder.headers)).toMatchObject({ licences: [{ role: 'holder' }] });
    expect(await teamOf(app, holder)).toEqual([['member', member.email]]);
    expect(await app.licences.listInvitations({ headers: member.headers })).toMatchObject({
      body: { invitations: [] },
    });
  });

  it('an invitation to an unverified address waits for its verification', async () => {
    const member = await newUser(app, { emailVerified: false });
    const id = await invited(app, holder, member.email);
    for (const answer of [await accept(id, member), await decline(id, member)])
      expect(answer).toMatchObject({ status: 403, body: { code: 'verification_required' } });
    expect(await app.licences.listInvitations({ headers: member.headers })).toMatchObject({
      body: { invitations: [] },
    });
    await app.users.change(member.id, { emailVerified: true });
    expect(await accept(id, member)).toMatchObject({ status: 200 });
  });

  it('an invitation names the address of its holder only if it is verified, in the list and in its mail', async () => {
    for (const emailVerified of [true, false]) {
      const [member, own] = [await newUser(app), await newHolder(app)];
      await app.users.change(own.id, { emailVerified });
      await invited(app, own, member.email);
      await app.settle();
      const { body } = await app.licences.listInvitations({ headers: member.headers });
      expect(body).toMatchObject({ invitations: [{ invited_by: emailVerified ? own.email : null }] });
      const mail = app.world.mails.findLast(({ to }) => to === member.email);
      expect(JSON.stringify(mail).includes(own.email)).toBe(emailVerified);
    }
  });

  it('declining an invitation frees its seat at once', async () => {
    const [one, two, three] = [await newUser(app), await newUser(app), await newUser(app)];
    const id = await invited(app, holder, one.email);
    await invited(app, holder, two.email);
    expect(await invite(app, holder, three.email)).toMatchObject({
      status: 409,
      body: { code: 'team_full' },
    });
    for (let times = 0; times < 2; times++) expect(await decline(id, one)).toMatchObject({ status: 200, body: { status: 'declined' } });
    expect(await accept(id, one)).toMatchObject({ status: 404 });
    expect(await invite(app, holder, three.email)).toMatchObject({ status: 202 });
  });

  it('an invitation and its seat expire after seven days', async () => {
    const [one, two] = [await newUser(app), await newUser(app)];
    const id = await invited(app, holder, one.email);
    await invited(app, holder, two.email);
    app.world.clock.now += 7 * 86_400_000 - 1;
    holder.headers = await app.signIn(holder.id);
    expect(await invite(app, holder, 'third@company.example')).toMatchObject({ status: 409 });
    app.world.clock.now += 1;
    const headers = await app.signIn(one.id);
    expect(await accept(id, { headers })).toMatchObject({ status: 404 });
    expect(await teamOf(app, holder)).toEqual([]);
    expect(await invite(app, holder, 'third@company.example')).toMatchObject({ status: 202 });
  });

  it('an invitation that is repeated after ten minutes is sent again, keeps its seat and starts its days again', async () => {
    const member = await newUser(app);
    const mails = async () => {
      await app.settle();
      return app.world.mails.filter(({ to }) => to === member.email).length;
    };
    const id = await invited(app, holder, member.email);
    expect(await invited(app, holder, member.email)).toBe(id);
    app.world.clock.now += 599_999;
    expect(await invited(app, holder, member.email)).toBe(id);
    expect(await mails(), 'after almost ten minutes').toBe(1);
    app.world.clock.now += 1;
    expect(await invited(app, holder, member.email)).toBe(id);
    expect(await mails(), 'after ten minutes').toBe(2);
    expect(await teamOf(app, holder)).toHaveLength(1);
    expect(await accept(id, member)).toMatchObject({ status: 200 });
  });

  it('the holder can withdraw an invitation', async () => {
    const member = await newUser(app);
    const id = await invited(app, holder, member.email);
    for (let times = 0; times < 2; times++)
      expect(await remove({ invitation_id: id })).toMatchObject({ status: 200, body: { members: [] } });
    expect(await accept(id, member)).toMatchObject({ status: 404 });
    for (const query of [{}, { invitation_id: id, user_id: 1 }]) expect(await remove(query)).toMatchObject({ status: 422 });
  });

  it("an invitation of another user's licence is 404, and the holder needs no seat", async () => {
    const other = await newUser(app);
    const theirs = { ...holder, headers: other.headers };
    expect(await invite(app, theirs, 'x@company.example')).toMatchObject({ status: 404 });
    expect(await remove({ user_id: holder.id }, other)).toMatchObject({ status: 404 });
    expect(await remove({ invitation_id: 'inv_1' }, other)).toMatchObject({ status: 404 });
    expect(await app.licences.listTeam({ params: holder.params, headers: other.headers })).toMatchObject({
      status: 404,
    });
    expect(await invite(app, holder, holder.email)).toMatchObject({ status: 422 });
    expect(await invite(app, { ...holder, params: { license_key: newKey() } }, other.email)).toMatchObject({
      status: 404,
    });
  });

  it('an invitation ends when the holder changes or the account becomes inactive', async () => {
    const [member, next] = [await newUser(app), await newUser(app)];
    const id = await invited(app, holder, member.email);
    await app.users.change(member.id, { isActive: false });
    expect(await accept(id, member)).toMatchObject({ status: 401 });
    await app.users.change(member.id, { isActive: true });
    await app.operators.setLicence({
      body: { license_key: holder.license_key, status: 'active', user_id: next.id },
      headers: operator,
    });
    expect(await accept(id, member)).toMatchObject({ status: 404 });
    expect(await isLinked(member.id)).toBe(false);
  });

  it('invitations are limited to 30 a day per holder, and to 5 mails a day per address', async () => {
    const address = `flood${holder.id}@company.example`;
    const holders = await Promise.all(Array.from({ length: 7 }, () => newHolder(app)));
    for (const one of holders) expect(await invite(app, one, address)).toMatchObject({ status: 202 });
    await app.settle();
    expect(app.world.mails.filter(({ to }) => to === address)).toHaveLength(5);
    const statuses = [];
    for (let times = 0; times < 31; times++) statuses.push((await invite(app, holder, address)).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 202), 429]);
  });
});

describe('racing invitations', () => {
  it('one of two parallel invitations gets the last seat', async () => {
    await invited(app, holder, 'first@company.example');
    for (let round = 0; round < 5; round++) {
      const emails = [`a${round}@company.example`, `b${round}@company.example`];
      const answers = await Promise.all(emails.map((email) => invite(app, holder, email)));
      expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
      const won = answers.find(({ status }) => status === 202)?.body;
      await remove({ invitation_id: won && 'invitation_id' in won ? won.invitation_id : '' });
    }
  });

  it('one of a parallel acceptance and refusal wins, and the licence shows which', async () => {
    for (let round = 0; round < 5; round++) {
      const member = await newUser(app);
      const id = await invited(app, holder, member.email);
      const answers = await Promise.all([accept(id, member), decline(id, member)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
      const accepted = answers[0]?.status === 200;
      expect(await isLinked(member.id)).toBe(accepted);
      expect(await teamOf(app, holder)).toHaveLength(accepted ? 1 : 0);
      await remove({ user_id: member.id });
    }
  });
});

describe('a member', () => {
  it('a member who leaves, or is removed, frees the seat at once', async () => {
    const [one, two] = [await newUser(app), await newUser(app)];
    for (const member of [one, two]) await accept(await invited(app, holder, member.email), member);
    expect(await invite(app, holder, 'third@company.example')).toMatchObject({ status: 409 });
    for (let times = 0; times < 2; times++) expect(await leave(one)).toMatchObject({ status: 200, body: { status: 'left' } });
    expect(await isLinked(one.id)).toBe(false);
    expect((await own(app, one.headers)).licences).toEqual([]);
    expect(await invite(app, holder, 'third@company.example')).toMatchObject({ status: 202 });
    for (let times = 0; times < 2; times++)
      expect(await remove({ user_id: two.id })).toMatchObject({
        status: 200,
        body: { members: [{ status: 'invited' }] },
      });
    expect(await isLinked(two.id)).toBe(false);
  });

  it.each([
    ['member_left', (member: User) => leave(member)],
    ['member_removed', (member: User) => remove({ user_id: member.id })],
  ] as const)(
    'a member whose membership ends with %s is named by each entry in the logs of the member and the holder',
    async (type, end) => {
      const member = await newUser(app);
      await accept(await invited(app, holder, member.email), member);
      await end(member);
      await app.settle();
      for (const { headers } of [holder, member])
        for (const query of [{ type: 'member_joined' as const }, { type }])
          expect(await app.activity.listActivity({ query, headers })).toMatchObject({
            body: { entries: [{ ...query, details: { member_id: member.id } }] },
          });
    },
  );

  it('members and pending invitations follow an upgrade, and end with a refund', async () => {
    const [old, next] = [newKey(), newKey()];
    const [member, late] = [await newUser(app), await newUser(app)];
    await send(app, { event: 'activate', license_key: old, tier: 1, created_at: created });
    await app.licences.activateLicence({ body: { license_key: old }, headers: holder.headers });
    const params = { license_key: old };
    const ids = [];
    for (const { email } of [member, late]) ids.push(await invited(app, { ...holder, params }, email));
    await accept(ids[0] as string, member);
    await send(app, {
      event: 'upgrade',
      license_key: next,
      prev_license_key: old,
      tier: 2,
      created_at: created + 20,
    });
    await send(app, { event: 'deactivate', license_key: old, created_at: created + 20 });
    expect(await isLinked(member.id)).toBe(true);
    expect(await invite(app, { ...holder, params }, 'x@company.example')).toMatchObject({
      status: 409,
      body: { code: 'licence_not_active' },
    });
    expect(await accept(ids[1] as string, late)).toMatchObject({ status: 200, body: { license_key: next } });
    const newest = { ...holder, params: { license_key: next } };
    expect(await teamOf(app, newest)).toEqual(
      expect.arrayContaining([
        ['member', member.email],
        ['member', late.email],
      ]),
    );
    expect(await own(app, member.headers)).toMatchObject({ tier: 2, licences: [{}, {}] });
    await leave(late, params);
    expect(await teamOf(app, newest)).toEqual([['member', member.email]]);
    await send(app, { event: 'deactivate', license_key: next, created_at: created + 50 });
    expect(await isLinked(member.id)).toBe(false);
  });
});

describe('the link of an invitation mail', () => {
  it('opening the link of an invitation changes nothing; its buttons accept and decline', async () => {
    const member = await newUser(app);
    const id = await invited(app, holder, member.email);
    const link = await invitationLink(app, member.email);
    for (const method of ['GET', 'HEAD', 'GET']) expect((await visit(app, link, { method })).status).toBe(200);
    expect(await isLinked(member.id)).toBe(false);
    const answer = await visit(app, link, post);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('You are in the team')]);
    expect(await isLinked(member.id)).toBe(true);
    expect((await visit(app, link)).status).toBe(404);
    expect((await visit(app, link.replace('/m/i/', '/m/d/'), post)).status).toBe(404);
    expect(await accept(id, member)).toMatchObject({ status: 200 });
  });

  it('the link of an invitation asks for an account with that verified address, and allows a refusal without an account', async () => {
    const email = `later${holder.id}@company.example`;
    await invited(app, holder, email);
    const link = await invitationLink(app, email);
    const needed = expect.stringContaining('You need an account first');
    expect(await (await visit(app, link, post)).text()).toEqual(needed);
    const late = await newUser(app, { email, emailVerified: false });
    expect(await (await visit(app, link, post)).text()).toEqual(needed);
    expect(await isLinked(late.id)).toBe(false);
    expect((await visit(app, link.replace('/m/i/', '/m/d/'), post)).status).toBe(200);
    expect(await teamOf(app, holder)).toEqual([]);
  });

  it('the link of an invitation cannot be forged', async () => {
    const made = Buffer.from(JSON.stringify(['0', 'inv_1'])).toString('base64url');
    for (const path of ['i', 'd'])
      for (const token of ['x', `${made}.${'0'.repeat(32)}`]) expect((await visit(app, `/m/${path}/${token}`, post)).status).toBe(404);
  });
});

itRefusesUnknownIds('licences', () => app, ['leaveTeam']);
