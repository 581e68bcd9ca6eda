import type { BillingBooks, BookedSubscription } from './billing-books.ts';
import type { Answer, Asked, Vendor } from './vendor-server.ts';

const pauseBehaviors = ['keep_as_draft', 'mark_uncollectible', 'void'];
type Form = Record<string, string>;

export function billing(books: BillingBooks): Vendor {
  const answered = new Map<string, { request: string; answer: Answer }>();

  const once =
    (perform: (asked: Asked) => Answer) =>
    (asked: Asked): Answer => {
      const key = asked.header('idempotency-key');
      if (!key) return perform(asked);
      const request = JSON.stringify([asked.method, asked.path, asked.body]);
      const earlier = answered.get(key);
      if (earlier && earlier.request !== request)
        return refused(400, {
          type: 'idempotency_error',
          message: 'Keys for idempotent requests can only be used with the parameters of the first.',
        });
      if (earlier) return { ...earlier.answer, headers: { 'idempotent-replayed': 'true' } };
      const answer = perform(asked);
      answered.set(key, { request, answer });
      return answer;
    };
  const withKey = (perform: (asked: Asked) => Answer) => (asked: Asked) =>
    /^(Bearer|Basic) \S/.test(asked.header('authorization') ?? '')
      ? perform(asked)
      : refused(401, { message: 'You did not provide an API key.' });
  const ofSubscription = (perform: (subscription: BookedSubscription, form: Form) => Answer) =>
    withKey(
      once(({ params: { id = '' }, body }) => {
        const subscription = books.subscription(id);
        return subscription ? perform(subscription, (body ?? {}) as Form) : missing('subscription', id);
      }),
    );

  return {
    name: 'billing',
    basePath: '/v1',
    routes: {
      'GET /subscriptions/{id}': withKey(({ params: { id = '' } }) => {
        const subscription = books.subscription(id);
        return subscription ? { status: 200, body: subscription } : missing('subscription', id);
      }),
      'GET /events/{id}': withKey(({ params: { id = '' } }) => {
        const event = books.event(id);
        return event ? { status: 200, body: event } : missing('event', id);
      }),
      'POST /subscriptions/{id}': ofSubscription((subscription, form) => {
        if (subscription.status === 'canceled') return refused(400, { message: 'A canceled subscription can only update its metadata.' });
        const behavior = form['pause_collection[behavior]'];
        if (behavior !== undefined && !pauseBehaviors.includes(behavior))
          return refused(400, { message: 'Invalid behavior.', param: 'pause_collection[behavior]' });
        const changed = { ...subscription };
        if (behavior !== undefined) changed.pause_collection = { behavior, resumes_at: null };
        if (form.pause_collection === '') changed.pause_collection = null;
        if (form.cancel_at_period_end) changed.cancel_at_period_end = form.cancel_at_period_end === 'true';
        return { status: 200, body: books.enter(changed) };
      }),
      'DELETE /subscriptions/{id}': ofSubscription((subscription) => ({
        status: 200,
        body: books.enter({ ...subscription, status: 'canceled', canceled_at: books.seconds() }),
      })),
      'GET /customers/{id}': withKey(({ params: { id = '' } }) => {
        const customer = books.customer(id);
        return customer ? { status: 200, body: customer } : missing('customer', id);
      }),
    },
    refusal: (status) => refused(status, { message: 'Something went wrong.' }),
  };
}

const missing = (what: string, id: string) => refused(404, { code: 'resource_missing', message: `No such ${what}: '${id}'`, param: 'id' });

const refused = (status: number, error: { message: string; type?: string; code?: string; param?: string }) => {
  const type = status >= 500 ? 'api_error' : 'invalid_request_error';
  const code = status === 429 ? { code: 'rate_limit' } : {};
  return { status, body: { error: { type, ...code, ...error } } };
};
