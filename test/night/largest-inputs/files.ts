import { each, text } from '#test/limits/largest-bodies.ts';

/** The documented maximums of a body and of an upload. */
export const [bodyBytes, uploadBytes] = [5 * 1_048_576, 50 * 1_048_576];
const [spendRows, orderRows] = [50_000, 100_000];

const dayOf = (at: number) => `2026-11-${String(1 + (at % 25)).padStart(2, '0')}`;

/** The lines of a file up to a size, with as many cells as a line may have. */
function wide(headings: string, line: string, bytes: number): string {
  const cells = ',y'.repeat(1990);
  const most = Math.floor(bytes / (line.length + cells.length + 1)) - 1;
  return `${headings}${cells}\n${`${line}${cells}\n`.repeat(most)}`;
}

/** As many rows as are allowed, each filled with the longest text that the size leaves. */
function filled(rows: number, bytes: number, rowOf: (at: number, text: string) => string): string[] {
  const room = Math.floor(bytes / rows) - Buffer.byteLength(rowOf(rows, '')) - 2;
  const letters = Math.max(1, Math.min(490, Math.floor(room / 3)));
  return each(rows, (at) => rowOf(at, room < 8 ? '' : text(letters, at)));
}

const json = (rows: readonly string[], facts: object = {}) =>
  JSON.stringify({ ...facts, rows: [] }).replace('[]', () => `[${rows.join(',')}]`);
const spendFacts = { network: 'google_ads', currency: 'USD' };
const spendRow = (at: number, name: string) =>
  JSON.stringify({ day: dayOf(at), campaign: `c${at % 50}`, ad: `${at}${name}`, spend: '1.25' });
const orderRow = (at: number, status: string) =>
  `{"order_id":"${at}","occurred_at":"${dayOf(at)}","value":"1"${status ? `,"status":"${status}"` : ''}}`;
const spendLine = (at: number, name: string) => `${dayOf(at)},camp ${at % 50},${at}${name},"1,234.56",12`;
const orderLine = (at: number, status: string) => `${at},${dayOf(at)} 10:00:00,"1,234.50",${status}`;
const spendTable = (bytes: number) => `Day,Campaign,Ad,Cost,Clicks\n${filled(spendRows, bytes, spendLine).join('\n')}`;
const orderTable = (bytes: number) => `order_id,created_at,value,status\n${filled(orderRows, bytes, orderLine).join('\n')}`;

export const spendJson = () => json(filled(spendRows, bodyBytes - 1000, spendRow), spendFacts);
/** Each row has several problems. */
export const wrongSpendJson = () =>
  json(
    each(spendRows, (at) => `{"day":"2026-13-${at}","ad":"${at}","spend":"-1.x"}`),
    spendFacts,
  );
const ordersInBody = 80_000;
const ordersIn5Mb = () => each(ordersInBody, (at) => orderRow(at, ''));
const orderFacts = { time_zone: 'America/New_York', currency: 'USD' };
export const ordersJson = () => json(ordersIn5Mb(), orderFacts);
export const wrongOrdersJson = () =>
  json(
    each(ordersInBody, (at) => `{"order_id":"${at}","occurred_at":"no","value":"x"}`),
    orderFacts,
  );

export const files = {
  spend: {
    'the most lines': spendTable(bodyBytes - 1000),
    'the most cells': wide('Day,Campaign,Cost', '2026-11-20,c,1', bodyBytes - 1000),
    'title lines of the most cells': `${`${'x,'.repeat(1999)}x\n`.repeat(40)}`,
    'lines of one letter': 'x\n'.repeat(spendRows),
    'one open quote': `Day,Campaign,Cost\n"${'x'.repeat(bodyBytes - 1000)}`,
    'lines that are wrong': `Day,Campaign,Cost\n${each(spendRows, (at) => `no,c${at},-x`).join('\n')}`,
  },
  orders: {
    'the most lines': orderTable(bodyBytes - 1000),
    'the most cells': wide('order_id,created_at,value', '1,2026-11-20,1', bodyBytes - 1000),
    'lines that are wrong': `order_id,created_at,value\n${each(orderRows, (at) => `${at},no,x`).join('\n')}`,
  },
  adjustments: {
    'the most lines': `event_id,net_value,reason,note\n${each(1000, (at) => `${text(256, at)},"1,234.50",refund,${text(200, at)}`).join('\n')}`,
    'the most cells': wide('event_id,net_value,reason', 'e,1,refund', 2 * 1_048_576 - 1000),
    'lines of one letter': 'x\n'.repeat(1_048_576 - 1000),
  },
};

export const uploads = {
  spend: {
    'the most lines': () => spendTable(uploadBytes),
    'the most cells': () => wide('Day,Campaign,Cost', '2026-11-20,c,1', uploadBytes),
    'the most rows of JSON': () => json(filled(spendRows, uploadBytes, spendRow)),
  },
  orders: {
    'the most lines': () => orderTable(uploadBytes),
    'the most cells': () => wide('order_id,created_at,value', '1,2026-11-20,1', uploadBytes),
    'the most rows of JSON': () => json(filled(orderRows, uploadBytes, (at, status) => orderRow(at, status.slice(0, 150)))),
  },
};
