type Environment = 'live' | 'test';
type Key = { kind: string; environment: Environment; revoked_at: string | null };

/** How many days the funnel looks back for what has arrived. */
export const lookBackDays = 92;

export const stepNames = ['keys', 'pixel', 'links', 'conversion', 'webhook'] as const;
export type StepName = (typeof stepNames)[number];
export type Progress = Record<StepName, boolean>;

/** What the API answers, as far as the steps go by it. */
type Facts = {
  keys: readonly Key[];
  funnel: {
    steps: readonly { step: string; count: number }[];
    event_types: readonly { count: number; unmatched: number }[];
    sessions: { ad: number };
  };
  endpoints: readonly { environment: Environment }[];
};

/** The keys of an environment that work: the newest of each kind. */
export function workingKeys<K extends Key>(keys: readonly K[], environment: Environment) {
  const newest = (kind: 'public' | 'secret') =>
    keys.find((key) => key.kind === kind && key.environment === environment && !key.revoked_at);
  return { publicKey: newest('public'), secretKey: newest('secret') };
}

/** Which steps are done, as the API says: nothing of it is kept in the browser. */
export function progressOf({ keys, funnel, endpoints }: Facts, environment: Environment): Progress {
  const { publicKey, secretKey } = workingKeys(keys, environment);
  const { steps, event_types, sessions } = funnel;
  return {
    keys: Boolean(publicKey && secretKey),
    // Only the pixel reports page views; a session without one is a sample.
    pixel: (steps.find(({ step }) => step === 'page_views')?.count ?? 0) > 0,
    links: sessions.ad > 0,
    conversion: event_types.some(({ count, unmatched }) => count > unmatched),
    webhook: endpoints.some((endpoint) => endpoint.environment === environment),
  };
}

/** The step to open: the first that is to be done. */
export const nextStep = (progress: Progress): StepName | null =>
  stepNames.find((name) => !progress[name]) ?? null;
