import { deliverAll, recoveries } from '#test/api/accounts/stranger.ts';
import { created, newKey, own, send } from '#test/api/licences/partner/partner-scene.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { newEndpoint, run } from '#test/webhooks/scene.ts';
import { bodyOf } from './answers.ts';
import { expectBooksToAgree } from './books.ts';
import { bearer, joins, opensShop, registers, signsIn } from './people.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});
const order = (event_id: string, svc_click_id: string) => ({
  event_type: 'order_created',
  event_id,
  svc_click_id,
  value: 40,
  currency: 'EUR',
});

it.each(['reset', 'identity'] as const)(
  'the owner of a squatted address recovers it by %s: nothing of the stranger sees a later sale, and list, mail and books agree',
  async (method) => {
    const stranger = await registers(app);
    const accomplice = await joins(app);
    const { headers, email, id } = stranger;
    const trial = await opensShop(app, stranger, 'test', 'Squatted');
    const endpoint = await newEndpoint(app, headers, {
      environment: 'test',
      url: 'https://evil.example.com/in',
    });
    await trial.send(order('order:1', await trial.land()));
    await app.settle();
    const day = new Date(app.world.clock.now).toISOString().slice(0, 10);
    const body = { from: day, to: day, environment: 'test' } as const;
    const { export_id } = bodyOf(await app.events.createExport({ body, headers }));
    await app.work('export');
    const license_key = newKey();
    await send(app, { event: 'activate', license_key, tier: 1, created_at: created });
    bodyOf(await app.licences.activateLicence({ body: { license_key }, headers }));
    const invite = (to: string) => app.licences.inviteTeamMember({ params: { license_key }, body: { email: to }, headers });
    const invitation = bodyOf(await invite(accomplice.email)).invitation_id;
    bodyOf(await app.licences.acceptInvitation({ params: { id: invitation }, headers: accomplice.headers }));
    bodyOf(await invite('second@evil.example'));
    bodyOf(await app.accounts.changeProfile({ body: { company_website: 'https://evil.example' }, headers }));
    await run(app);
    await deliverAll(app);
    const postsBefore = app.world.hooks.posts.length;
    expect(postsBefore).toBe(1);
    const paid = (await expectBooksToAgree(app, stranger, headers)).balance;
    expect(paid).toBe(100);

    const recovered = bodyOf(await recoveries[method](app, { email }));
    await deliverAll(app);
    app.world.clock.now += 61_000;
    const owner = {
      ...stranger,
      headers: 'access_token' in recovered ? bearer(String(recovered.access_token)) : await signsIn(app, { email }, 'some other words'),
    };
    expect((await app.accounts.readMe({ headers })).status).toBe(401);
    expect((await trial.send(order('order:2', 's_nobody'))).status).toBe(401);
    expect(app.world.objects.files.has(`exports/${id}/${export_id}.ndjson.gz`)).toBe(false);
    expect((await own(app, accomplice.headers)).licences).toEqual([]);

    const { recovery } = bodyOf(await app.accounts.readAccountRecovery({ headers: owner.headers }));
    expect(recovery).toMatchObject({ by: method, confirmed_at: null });
    const kinds = recovery?.ended.map(({ kind }) => kind).sort();
    expect(kinds).toEqual(['api_key', 'api_key', 'export', 'team_invitation', 'team_member', 'webhook_endpoint']);
    expect(recovery?.to_confirm).toContainEqual({
      field: 'company_website',
      removable: false,
      value: 'https://evil.example/',
    });
    const listing = app.world.mails.filter(({ to, subject }) => to === email && subject.includes('was recovered'));
    expect(listing).toHaveLength(1);
    bodyOf(await app.accounts.confirmAccountRecovery({ headers: owner.headers }));

    const shop = await opensShop(app, owner);
    const again = await opensShop(app, owner, 'test', 'Mine');
    expect(await shop.send(order('order:1', await shop.land()))).toMatchObject({ status: 200 });
    expect(await again.send(order('order:3', await again.land()))).toMatchObject({ status: 200 });
    await run(app);
    expect(app.world.hooks.posts).toHaveLength(postsBefore);
    const listed = bodyOf(await app.webhooks.listWebhookEndpoints({ headers: owner.headers }));
    expect(listed.endpoints).toMatchObject([{ id: endpoint.id, status: 'disabled', disabled_reason: 'recovered' }]);
    const books = await expectBooksToAgree(app, owner, owner.headers);
    expect([books.live, books.test, books.balance]).toEqual([
      [{ currency: 'EUR', value: '40.00', count: 1 }],
      [{ currency: 'EUR', value: '80.00', count: 2 }],
      paid,
    ]);

    app.world.clock.now += 61_000;
    bodyOf(await recoveries[method](app, { email }));
    await deliverAll(app);
    app.world.clock.now += 61_000;
    expect(await shop.send(order('order:4', await shop.land()))).toMatchObject({ status: 200 });
    expect(app.world.mails.filter(({ subject }) => subject.includes('was recovered'))).toHaveLength(1);
    await expectBooksToAgree(app, owner);
  },
);
