import { bookTools } from '#packages/cli/src/mcp/books.ts';
import { eventTools } from '#packages/cli/src/mcp/events.ts';
import { marketTools } from '#packages/cli/src/mcp/market.ts';
import { days, expectTools, names, scope } from './tool-output.ts';

const inputs = {
  recent_events: [
    {},
    { ...days, ...names, outcome: 'matched', event_type: 'e', campaign_contains: 'i', channel: 'email' },
    { period: 'today', paid: false, traffic: 'human', limit: 3, cursor: 'next' },
  ],
  explain_event: [{ event_id: 'order:1' }, { event_id: 'order:2', time_zone: 'Asia/Kolkata', ...scope }],
  order_reconciliation: [{}, { reconciliation_id: 'r/1', category: 'missing', limit: 3, ...scope }],
  book_months: [{}, { limit: 3, ...scope }],
  competitors: [{}, { client_user_id: 77 }],
  competitor_ads: [{}, { competitor: 'A & B', country: 'PT', active_status: 'all', limit: 2, client_user_id: 77 }],
  credits_balance: [{}, { limit: 2, client_user_id: 77 }],
};

it('what each tool of events, books and the market asks for and answers is in expected/tools.txt', () =>
  expectTools([...eventTools, ...bookTools, ...marketTools], inputs, './expected/tools.txt'));
