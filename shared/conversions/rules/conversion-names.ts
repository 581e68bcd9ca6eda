/** These acts precede or follow a sale, so they are no sale. */
const otherActs = words(`
  view viewed views page pages content contents item items cart carts basket baskets list lists product products
  wishlist search searched click clicked scroll scrolled hover impression impressions session visit visited detail
  details info method select selected add added begin began initiate initiated open opened attempt attempted login
  logged logout email sms push notification newsletter unsubscribe unsubscribed coupon estimate estimated
  refund refunded refunds cancel canceled cancelled cancellation void voided fail failed failure decline declined
  reject rejected abandon abandoned expire expired return returned returns dispute disputed chargeback ship shipped
  shipping shipment deliver delivered delivery fulfill fulfilled packed update updated change changed edit edited
  delete deleted remove removed remind reminded reminder tracked test tested pause paused`);
const ends = words('complete completed success successful succeeded finish finished done');
const acts = {
  sale: words(`order orders ordered purchase purchased purchases sale sales sold buy bought paid pay payment payments
    transaction transactions invoice deal booking booked reservation reserved deposit deposited donation donated`),
  signup: words('signup signups registration registered register enrolled enrollment joined'),
  subscription: words('subscription subscriptions subscribe subscribed membership trial'),
  lead: words('lead leads quote appointment contract conversion converted'),
} as const;
const generic = words('created made placed new event server web app custom started start');

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

const wordsOf = (type: string) => type.replace(/(^|_)sign_(up|ups)(?=_|$)/g, '$1sign$2').split('_');

const actOf = (type: string): string | null => {
  const typeWords = wordsOf(type);
  if (typeWords.includes('checkout') && typeWords.some((word) => ends.has(word))) return 'sale';
  return Object.entries(acts).find(([, some]) => typeWords.some((word) => some.has(word)))?.[0] ?? null;
};

export const isSameAct = (type: string, other: string) => {
  const act = actOf(type);
  return act === null ? isSimilar(type, [other]) : act === actOf(other);
};

export function looksLikeConversion(type: string, countedTypes: readonly string[], { carriesValues }: { carriesValues: boolean }): boolean {
  const typeWords = wordsOf(type);
  const isCheckout = typeWords.includes('checkout');
  const isEnd = typeWords.some((word) => ends.has(word));
  if (typeWords.some((word) => otherActs.has(word)) || (isCheckout && !isEnd)) return false;
  return carriesValues || actOf(type) !== null || isSimilar(type, countedTypes);
}

function isSimilar(type: string, others: readonly string[]): boolean {
  const telling = (name: string) => wordsOf(name).filter((word) => !generic.has(word) && !ends.has(word));
  const ownWords = telling(type);
  return others.some((other) => telling(other).some((word) => ownWords.includes(word)) || isFewEditsFrom(plain(type), plain(other)));
}
const plain = (type: string) => type.replaceAll('_', '');

/** Two wrong letters in eight are a typing error. */
const maxEdits = 2;
const minLetters = 8;

function isFewEditsFrom(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < minLetters || Math.abs(a.length - b.length) > maxEdits) return false;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return (row.at(-1) as number) <= maxEdits;
}
