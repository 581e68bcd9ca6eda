// Slow: it fails every call in turn.
import { newAdvertiser } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

it('a crash at any call of changing settings, and a retry: all named fields are changed and no other', async () => {
  const calls = await crashTest({
    prepare: async (app) => ({ owner: await newAdvertiser(app) }),
    operation: (app, { owner }) =>
      app.keys.changeSettings({
        query: { pixel_key: owner.pixelKey },
        body: {
          click_window_days: 7,
          conversion_event_types: ['a'],
          identity_attribution: 'answer',
          identity_window_days: 400,
          primary_event_type: 'signup_completed',
          target_return: '3.5',
        },
        headers: owner.headers,
      }),
    async check(app, { owner }, answer) {
      expect(answer.status).toBe(200);
      const settings = await app.keys.readSettings({ query: {}, headers: owner.headers });
      expect(settings.body).toEqual({
        pixel_key: owner.pixelKey,
        allowed_origins: [],
        conversion_event_types: ['a'],
        click_window_days: 7,
        identity_attribution: 'answer',
        identity_window_days: 400,
        primary_event_type: 'signup_completed',
        target_return: '3.5',
      });
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'UpdateItem', 'UpdateItem', 'GetItem']);
});
