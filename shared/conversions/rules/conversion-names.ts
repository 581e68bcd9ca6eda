/** Words of acts that come before a sale, or after it, or that are no act of the customer's. */
const otherActs = words(`
  view viewed views page pages content contents item items cart carts basket baskets list lists product products
  wishlist search searched click clicked scroll scrolled hover impression impressions session visit visited detail
  details info method select selected add added begin began initiate initiated open opened attempt attempted login
  logged logout email sms push notification newsletter unsubscribe unsubscribed coupon estimate estimated
  refund refunded refunds cancel canceled cancelled cancellation void voided fail failed failure decline declined
  reject rejected abandon abandoned expire expired return returned returns dispute disputed chargeback ship shipped
  shipping shipment deliver delivered delivery fulfill fulfilled packed update updated change changed edit edited
  delete deleted remove removed remind reminded reminder tracked test tested pause paused`);
/** The end of an act that the words above begin: `checkout_completed`. */
const ends = words('complete completed success successful succeeded finish finished done');
/** Words of conversions, by what a customer does once. */
const acts = {
  sale: words(`order orders ordered purchase purchased purchases sale sales sold buy bought paid pay payment payments
    transaction transactions invoice deal booking booked reservation reserved deposit deposited donation donated`),
  signup: words('signup signups registration registered register enrolled enrollment joined'),
  subscription: words('subscription subscriptions subscribe subscribed membership trial'),
  lead: words('lead leads quote appointment contract conversion converted'),
} as const;
/** Words that say nothing of what an event is about. */
const generic = words('created made placed new event server web app custom started start');

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** `sign_up_completed` as its words; `sign_up` is one. */
const wordsOf = (type: string) => type.replace(/(^|_)sign_(up|ups)(?=_|$)/g, '$1sign$2').split('_');

/** What a customer does when an event of that type is sent; null when its name does not say so. */
const actOf = (type: string): string | null => {
  const found = wordsOf(type);
  if (found.includes('checkout') && found.some((word) => ends.has(word))) return 'sale';
  return Object.entries(acts).find(([, some]) => found.some((word) => some.has(word)))?.[0] ?? null;
};

/** Whether two types are likely to report the same act: `order_paid` and `order_created`. */
export const isSameAct = (type: string, other: string) => {
  const act = actOf(type);
  return act === null ? isSimilar(type, [other]) : act === actOf(other);
};

/**
 * Whether an event type reads like a conversion: by its words, or since it is like one of `counted`. `carriesValues`
 * is enough for a name that says nothing else. Never a step before the sale, nor what follows it, such as a refund.
 */
export function looksLikeConversion(
  type: string,
  counted: readonly string[],
  { carriesValues }: { carriesValues: boolean },
): boolean {
  const found = wordsOf(type);
  const isCheckout = found.includes('checkout');
  const isEnd = found.some((word) => ends.has(word));
  if (found.some((word) => otherActs.has(word)) || (isCheckout && !isEnd)) return false;
  return carriesValues || actOf(type) !== null || isSimilar(type, counted);
}

/** Typing errors and other spellings: `ordercreated`, `oder_created`; and names that share a telling word. */
function isSimilar(type: string, others: readonly string[]): boolean {
  const telling = (name: string) => wordsOf(name).filter((word) => !generic.has(word) && !ends.has(word));
  const own = telling(type);
  return others.some(
    (other) => telling(other).some((word) => own.includes(word)) || isFewEditsFrom(plain(type), plain(other)),
  );
}
const plain = (type: string) => type.replaceAll('_', '');

/** Two letters of eight and more are a typing error; of fewer they make another word. */
const maxEdits = 2;
const minLetters = 8;

function isFewEditsFrom(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < minLetters || Math.abs(a.length - b.length) > maxEdits) return false;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min(
          (row[j] as number) + 1,
          (next[j - 1] as number) + 1,
          (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return (row.at(-1) as number) <= maxEdits;
}
