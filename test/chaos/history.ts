export type Kinds = {
  click: { given: { sid: string; campaign: string; adGroup: string; adId: string }; answer: object };
  event: {
    given: { id: string; type: string; value: string; currency: string; sid: string };
    answer: Record<string, unknown>;
  };
  erasure: { given: { eventId: string }; answer: object };
  export: { given: object; answer: { id: string } };
  notice: { given: { text: string }; answer: object };
  grant: { given: { reason: string; key: string | null; amount: number }; answer: { id: string } };
  dailyGrant: { given: object; answer: object };
  invoice: { given: { id: string }; answer: object };
  key: { given: { name: string }; answer: { id: string; secret: string } };
  rotation: { given: { id: string; before: string }; answer: { secret: string } };
  revocation: { given: { id: string; secret: string }; answer: object };
  prompt: { given: { key: string }; answer: { session: number } };
  registration: { given: { email: string }; answer: { token: string } };
  signUp: { given: { email: string }; answer: object };
  signOut: { given: { token: string }; answer: object };
  walkthrough: { given: object; answer: object };
  profile: { given: { place: number }; answer: object };
  discovery: { given: object; answer: { task: string } };
  nudge: { given: { email: string }; answer: object };
  subscription: { given: { status: string; created: number }; answer: object };
  licence: { given: { key: string; tier: number; before: string }; answer: object };
};
export type Kind = keyof Kinds;

/** Without an acknowledgement, `answer` is null. */
export type Entry<K extends Kind = Kind> = {
  kind: K;
  user: number;
  given: Kinds[K]['given'];
  answer: Kinds[K]['answer'] | null;
};
export type History = ReturnType<typeof newHistory>;

export function newHistory() {
  const entries: Entry[] = [];
  const unexpected: string[] = [];
  return {
    entries: entries as readonly Entry[],
    unexpected,
    attempt<K extends Kind>(kind: K, user: number, given: Kinds[K]['given']): Entry<K> {
      const entry: Entry<K> = { kind, user, given, answer: null };
      entries.push(entry);
      return entry;
    },
    of: <K extends Kind>(kind: K, user?: number) =>
      entries.filter((entry): entry is Entry<K> => entry.kind === kind && (user === undefined || entry.user === user)),
    acknowledged: () => entries.filter(({ answer }) => answer !== null).length,
  };
}
