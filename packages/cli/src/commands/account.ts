import { type Command, clientOf, clientOption } from '../command.ts';
import { usage } from '../failure.ts';
import { numbered } from '../numbered.ts';
import { table } from '../table.ts';

const settingsPath = '/api/v1/pixel/settings';
const names = [
  'allowed_origins',
  'conversion_event_types',
  'click_window_days',
  'identity_attribution',
  'identity_window_days',
  'primary_event_type',
  'target_return',
];

export const settings: Command = {
  name: 'settings',
  summary: 'Show the settings of a pixel, or change them',
  options: {
    pixel: { value: 'KEY', text: 'Public key (default: the only live one)' },
    origin: { multiple: true, value: 'URL', text: 'Origin that may use it; can be repeated' },
    type: { multiple: true, value: 'NAME', text: 'Event type that counts; can be repeated' },
    'click-window-days': { value: 'N', text: '1 to 90' },
    'identity-attribution': { value: 'MODE', text: 'off, report or answer, for the whole account' },
    'identity-window-days': { value: 'N', text: '0 to 400, for the whole account' },
    'primary-type': { value: 'NAME', text: 'Event type that reports are about, for the whole account' },
    'target-return': {
      value: 'X',
      text: 'Return to aim at, such as 3.5, for the whole account; none removes it',
    },
  },
  examples: ['adtrail settings', 'adtrail settings --type order_created --type subscription_started'],
  async run({ api, print, text, texts }) {
    const query = { pixel_key: text('pixel') };
    const number = (name: string) => (text(name) === undefined ? undefined : Number(text(name)));
    const changes = {
      ...(texts('origin').length > 0 && { allowed_origins: texts('origin') }),
      ...(texts('type').length > 0 && { conversion_event_types: texts('type') }),
      click_window_days: number('click-window-days'),
      identity_attribution: text('identity-attribution'),
      identity_window_days: number('identity-window-days'),
      primary_event_type: text('primary-type'),
      target_return: text('target-return') === 'none' ? null : text('target-return'),
    };
    if (Object.values(changes).some(Number.isNaN)) throw usage('A window is a number of days.');
    const isChange = Object.values(changes).some((value) => value !== undefined);
    const { body } = isChange ? await api('PUT', settingsPath, { query, body: changes }) : await api('GET', settingsPath, { query });
    const rows = ['pixel_key', ...names].map((name) => ({
      setting: name,
      value: Array.isArray(body[name]) ? body[name].join(', ') || 'all' : body[name],
    }));
    print(body, table(rows, ['setting', 'value']));
  },
};

export const credits: Command = {
  name: 'credits',
  summary: 'Show the balance and the last transactions',
  options: { limit: { value: 'N', text: '1 to 100 (default: 20)' }, ...clientOption },
  examples: ['adtrail credits'],
  async run(context) {
    const { api, print, text } = context;
    const { body } = await api('GET', '/api/v1/credits', {
      query: { limit: text('limit'), ...clientOf(context) },
    });
    const rows = body.transactions as Record<string, unknown>[];
    const shown = table(rows, ['created_at', 'amount', 'balance_after', 'type', 'reason']);
    print(body, `${numbered(body.balance, 'credit')}${rows.length > 0 ? `\n\n${shown}` : ''}`);
  },
};
