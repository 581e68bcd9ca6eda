// Slow: it tries many faults.
import { gunzipSync } from 'node:zlib';
import type { Effect } from '#shared/messages/effects.ts';
import { deliver } from '#shared/outbox/deliver.ts';
import { deleteAccount, deletionFile, newOwner, password, restore } from '#test/api/accounts/deletion/deleted-account.ts';
import { codeOf } from '#test/api/accounts/second-factor/authenticator.ts';
import { newStranger, recoveries } from '#test/api/accounts/stranger.ts';
import { customer, eventOf, prices, send } from '#test/api/billing/billing-scene.ts';
import { sceneOf } from '#test/api/events/scene.ts';
import { invited, newHolder, newTeamOf, teamOf } from '#test/api/licences/team-scene.ts';
import { newAdvertiser, newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { deliverEffects } from '#test/outbox/deliver-effects.ts';
import { atEveryCall, interleaved } from './interleaved.ts';

// Between every two calls of a request, another request runs from its start to its end.
const operator = { 'x-svc-dev-token': operatorToken };
const started = async (env: Record<string, string> = {}) => startApp(await newWorld(), { env });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

it('if two requests conflict with an event, the first recorded conflict stays', async () => {
  await atEveryCall(async (place) => {
    const app = await started();
    const [scene, advertiser] = [sceneOf(app), await newAdvertiser(app)];
    const order = (value: number) => ({
      event_type: 'order_created',
      event_id: 'o1',
      value,
      svc_click_id: 's_nobody',
    });
    await scene.send(advertiser, order(1));
    const conflict = async () => (await scene.receipt(advertiser, 'o1')).conflict;
    const sends = (value: number) => (by: TestApp) => by.conversions.sendConversion({ body: order(value), headers: advertiser.key });
    let first: unknown;
    const isReached = await interleaved(app.world, place, sends(2), async (other) => {
      await sends(3)(other);
      first = await conflict();
    });
    expect(first).toBeDefined();
    expect(await conflict()).toEqual(first);
    return isReached;
  });
});

it('an invoice is not granted to an account that was invalidated before', async () => {
  await atEveryCall(async (place) => {
    const app = await started(prices);
    const payer = await customer(app);
    const balance = async () => (await app.ledger.balance(payer.id)).balance;
    const invoice = eventOf('invoice.payment_succeeded', payer.invoice(), payer.at);
    let before = 0;
    const isReached = await interleaved(
      app.world,
      place,
      (by) => send(by, invoice),
      async (other) => {
        const body = { user_id: payer.id, reason: 'test' };
        const answer = await other.operators.invalidateAccount({ body, headers: operator });
        expect(answer.status).toBe(200);
        before = await balance();
      },
      prices,
    );
    expect(await balance()).toBe(before);
    return isReached;
  });
});

it('the newer of two events of a subscription stands', async () => {
  await atEveryCall(async (place) => {
    const app = await started();
    const payer = await customer(app);
    const updated = (status: string, at: number) => eventOf('customer.subscription.updated', payer.subscription({ status }), at);
    const isReached = await interleaved(
      app.world,
      place,
      (by) => send(by, updated('active', payer.at)),
      (by) => send(by, updated('canceled', payer.at + 10)),
    );
    expect(await app.users.byId(payer.id)).toMatchObject({ paidStatus: 'canceled' });
    return isReached;
  });
});

it('an account that is deleted while it accepts an invitation joins no team', async () => {
  await atEveryCall(async (place) => {
    const app = await started();
    const [holder, member] = [await newHolder(app), await newOwner(app)];
    const id = await invited(app, holder, member.email);
    const isReached = await interleaved(
      app.world,
      place,
      (by) => by.licences.acceptInvitation({ params: { id }, headers: member.headers }),
      async (other) => {
        expect((await deleteAccount(other, member)).status).toBe(202);
        await deliverEffects(other);
      },
    );
    await deliverEffects(app);
    expect((await teamOf(app, holder)).filter(([status]) => status === 'member')).toEqual([]);
    return isReached;
  });
});

it('an account that is restored while its deletion is worked on leaves no file that a restore of a backup would follow', async () => {
  await atEveryCall(async (place) => {
    const app = await started();
    const owner = await newOwner(app);
    expect((await deleteAccount(app, owner)).status).toBe(202);
    const { effects = '[]' } = ((await app.users.byId(owner.id)) ?? {}) as { effects?: string };
    const deletion = (JSON.parse(effects) as Effect[]).find(({ kind }) => kind === 'account_deletion');
    if (!deletion) throw new Error('The account was not deleted.');
    const isReached = await interleaved(
      app.world,
      place,
      (by) => deliver(deletion, by.workerDeps('effects')),
      async (other) => {
        expect((await restore(other, owner)).status).toBe(200);
        await deliverEffects(other);
      },
    );
    expect(deletionFile(app, owner)).toBeUndefined();
    return isReached;
  });
});

it('an invitation that is accepted while the account that sent it is recovered adds nobody', async () => {
  await atEveryCall(async (place) => {
    const app = await started();
    const [stranger, member] = [await newStranger(app), await newUser(app)];
    const license_key = await newTeamOf(app, stranger.id);
    const { headers } = stranger;
    const body = { email: member.email };
    const sent = await app.licences.inviteTeamMember({ params: { license_key }, body, headers });
    if (sent.status !== 202) throw new Error(JSON.stringify(sent.body));
    const isReached = await interleaved(
      app.world,
      place,
      (by) => by.licences.acceptInvitation({ params: { id: sent.body.invitation_id }, headers: member.headers }),
      async (other) => {
        await recoveries.reset(other, stranger);
        const { effects = '[]' } = ((await other.users.byId(stranger.id)) ?? {}) as { effects?: string };
        const recovery = (JSON.parse(effects) as Effect[]).find(({ kind }) => kind === 'account_recovered');
        if (!recovery) throw new Error('The account was not recovered.');
        const deps = other.workerDeps('effects');
        const dies = () => Promise.reject(new Error('The worker dies.'));
        const teams = { ...deps.teams, withdraw: dies };
        const licences = { ...deps.licences, removeMember: dies };
        await expect(deliver(recovery, { ...deps, teams, licences })).rejects.toThrow('The worker dies.');
      },
    );
    await deliverEffects(app);
    expect(await app.licenceStore.team(license_key)).toEqual([]);
    return isReached;
  });
});

it('a revocation ends the secret that a rotation has made meanwhile', async () => {
  await atEveryCall(async (place) => {
    const app = await started();
    const owner = await newAdvertiser(app);
    const params = { id: owner.secretKeyId };
    let key = '';
    const isReached = await interleaved(
      app.world,
      place,
      (by) => by.keys.revokeKey({ params, headers: owner.headers }),
      async (other) => {
        const answer = await other.keys.rotateKey({
          params,
          body: { grace_seconds: 600 },
          headers: owner.headers,
        });
        if (answer.status === 200) key = answer.body.key;
      },
    );
    const after = await startApp(app.world);
    for (const headers of [owner.key, bearer(key)]) {
      const body = { event_type: 'a', event_id: 'e1', svc_click_id: 's_x' };
      expect((await after.conversions.sendConversion({ body, headers })).status).toBe(401);
    }
    return isReached;
  });
});

it('a session that ends while it is refreshed stays ended', async () => {
  await atEveryCall(async (place) => {
    const app = await started();
    const owner = await newOwner(app);
    const signIn = async () => {
      const answer = await app.accounts.login({ body: { email: owner.email, password } });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return bearer(answer.body.access_token);
    };
    const headers = await signIn();
    const ids = await app.accounts.listSessions({ headers });
    if (ids.status !== 200) throw new Error(JSON.stringify(ids.body));
    const id = ids.body.sessions.find(({ is_current }) => is_current)?.id ?? '';
    app.world.clock.now += 2 * 3_600_000;
    const tokens = [headers];
    const isReached = await interleaved(
      app.world,
      place,
      async (by) => {
        const answer = await by.accounts.refresh({ headers });
        if (answer.status === 200) tokens.push(bearer(answer.body.access_token));
      },
      async (other) => {
        const answer = await other.accounts.endSession({ params: { id }, headers });
        expect(answer.status).toBe(200);
      },
    );
    for (const token of tokens) expect((await app.accounts.readMe({ headers: token })).status).toBe(401);
    const listed = await app.accounts.listSessions({ headers: await signIn() });
    expect(listed).toMatchObject({ body: { sessions: [{ is_current: true }] } });
    return isReached;
  });
});

it('two simultaneous orders of an export, after an earlier export, make one export', async () => {
  await atEveryCall(async (place) => {
    const app = await started();
    const { headers } = await newUser(app);
    const order = async (by: TestApp) => {
      const answer = await by.privacy.exportAccount({ headers });
      if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
      ids.add(answer.body.export_id);
    };
    const ids = new Set<string>();
    await order(app);
    await app.work('export');
    ids.clear();
    const isReached = await interleaved(app.world, place, order, order);
    expect(ids.size).toBe(1);
    return isReached;
  });
});

it('a worker that has lost its export uploads nothing more, and the file is whole', async () => {
  await atEveryCall(async (place) => {
    const app = await started();
    app.world.exportSizes = { pageRows: 2, partBytes: 1 };
    const owner = await newAdvertiser(app);
    const events = Array.from({ length: 3 }, (_, i) => ({ id: `e${i}`, type: 'a', svc_click_id: 's_x' }));
    await app.conversions.sendConversion({ body: { events } as never, headers: owner.key });
    await app.settle();
    const answer = await app.events.createExport({
      body: { from: '2026-11-20', to: '2026-11-21' },
      headers: owner.headers,
    });
    if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
    const { export_id: id } = answer.body;
    const message = app.world.messages[0]?.message ?? {};
    let held: TestApp | undefined;
    let sent = 0;
    const isReached = await interleaved(
      app.world,
      place,
      (by) => {
        held = by;
        return by.attempt('export', message);
      },
      async (other) => {
        sent = held?.calls.length ?? 0;
        app.world.clock.now += 61_000;
        await other.attempt('export', message);
      },
    );
    expect(held?.calls.slice(sent).filter(({ operation }) => operation === 'UploadPart')).toEqual([]);
    const file = app.world.objects.files.get(`exports/${owner.id}/${id}.ndjson.gz`) ?? Buffer.alloc(0);
    const lines = gunzipSync(file).toString().trimEnd().split('\n');
    expect(new Set(lines.map((line) => JSON.parse(line).event_id)).size).toBe(3);
    expect(lines).toHaveLength(3);
    const read = await app.events.readExport({ params: { id }, headers: await app.signIn(owner.id) });
    expect(read.body).toMatchObject({ status: 'completed', rows: 3 });
    return isReached;
  });
});

it('an export whose last answer was lost is ended by its next delivery', async () => {
  const app = await started();
  const owner = await newAdvertiser(app);
  const order = async () => {
    const body = { from: '2026-11-20', to: '2026-11-21' };
    await app.events.createExport({ body, headers: owner.headers });
    return app.world.messages.at(-1)?.message ?? {};
  };
  const undisturbed = await startApp(app.world);
  expect(await undisturbed.attempt('export', await order())).toBe(true);
  const at = undisturbed.calls.findIndex(({ operation }) => operation === 'CompleteMultipartUpload') + 1;
  const message = await order();
  const dying = await startApp(app.world, { fault: { at, mode: 'dies_after' } });
  expect(await dying.attempt('export', message)).toBe(false);
  app.world.clock.now += 61_000;
  expect(await app.attempt('export', message)).toBe(true);
});

it('reports are whole at every moment of a recount', async () => {
  const app = await started();
  const [scene, advertiser] = [sceneOf(app), await newAdvertiser(app)];
  const svc_click_id = await advertiser.click();
  for (const event_id of ['o1', 'o2', 'o3']) await scene.send(advertiser, { event_id, svc_click_id, value: 0.1 });
  await app.settle();
  const whole = [{ campaign: 'spring', count: 3, value: '0.30' }];
  expect(await scene.rows(advertiser)).toMatchObject(whole);
  const body = { user_id: advertiser.id, from: '2026-01-01', to: '2026-12-31' };
  expect((await app.operators.recount({ body, headers: operator })).status).toBe(202);
  const seen: unknown[] = [];
  const worker = await startApp(app.world, {
    async heldBack() {
      // Reports have a limit for each minute.
      app.world.clock.now += 200;
      seen.push(await scene.rows(advertiser));
    },
  });
  await worker.work('recount');
  expect(seen.length).toBeGreaterThan(20);
  for (const rows of [...seen, await scene.rows(advertiser)]) expect(rows).toMatchObject(whole);
});

it('a token of an identity provider is used once, also where a second factor is asked for', async () => {
  const app = await started();
  const owner = await newOwner(app);
  const token = await app.world.idp.idToken({ email: owner.email });
  const signIn = () => app.accounts.signInWithIdp({ body: { id_token: token } });
  const enrolled = await app.accounts.enrollMfa({ body: { password }, headers: owner.headers });
  if (enrolled.status !== 200) throw new Error(JSON.stringify(enrolled.body));
  const body = { code: codeOf(app, enrolled.body.secret) };
  expect((await app.accounts.confirmMfa({ body, headers: owner.headers })).status).toBe(200);
  const answers = [await signIn(), await signIn()];
  expect(answers.map(({ body }) => (body as { code?: string }).code)).toEqual(['mfa_required', 'id_token_used']);
});
