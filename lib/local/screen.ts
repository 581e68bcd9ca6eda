import { days } from '#shared/values/durations.ts';
import type { Facts } from './host.ts';
import { defaultPort, portOffsets } from './open-port.ts';

export function screen(
  facts: Facts,
  details: {
    logFile: string;
    directory: string;
    seconds: number;
    askedPort: boolean;
    isVerbose?: boolean;
    frontEndOrigins?: string | undefined;
  },
): string {
  const { api, docs, shop, inbox } = facts;
  if (!inbox) return exposedScreen(facts, details);
  const otherPort = !details.askedPort && portOf(api) !== defaultPort;
  const moved = (part: keyof typeof portOffsets) => {
    const usual = portOf(api) + portOffsets[part];
    return portOf(facts[part]) === usual ? '' : `   (port ${usual} is taken)`;
  };
  const first = `
adtrail is ready at ${facts.console} (${details.seconds.toFixed(1)} s)${otherPort ? `; port ${defaultPort} is taken` : ''}

  Console         ${facts.console}   opens with the demo account in one click
${shop && `  Demo shop       ${shop}   from an ad click to a counted sale, in a minute${moved('shop')}\n`}  Mail inbox      ${inbox}${moved('inbox')}
  API docs        ${docs}
`;
  const rest = details.isVerbose
    ? verboseScreen(facts, { ...details, vendorsMoved: moved('vendors') })
    : `
Passwords, tokens and requests to copy: npm start -- --verbose
`;
  return `${first}${rest}
Ctrl-C stops it. The data stays.
`;
}

type Shown = {
  directory: string;
  logFile: string;
  vendorsMoved: string;
  frontEndOrigins?: string | undefined;
};

const verboseScreen = (
  { api, vendors, demo, operator_token }: Facts,
  { directory, logFile, vendorsMoved, frontEndOrigins }: Shown,
) => `  Mock servers    ${vendors}${vendorsMoved}
  Front ends      any http://localhost or http://127.0.0.1 port${frontEndOrigins ? `, and ${frontEndOrigins}` : ''}
  Demo account    ${demo.email}   password ${demo.password}   user ${demo.user_id}
  Operator token  ${operator_token}
  Data            ${directory}   log: ${logFile}

Try it: an ad click, a conversion of it, and the report.

  SID=$(curl -s ${api}/api/v1/pixel/sessions -H 'content-type: application/json' \\
    -d '{"key":"${demo.public_key}","url":"https://shop.example/?svc_campaign=spring_sale"}' | sed 's/.*"sid":"\\([^"]*\\)".*/\\1/')

  curl -s ${api}/api/v1/pixel/server-events -H 'authorization: Bearer ${demo.secret_key}' \\
    -H 'content-type: application/json' \\
    -d '{"event_id":"order-'$(date +%s)'","event_type":"order_created","svc_click_id":"'$SID'","value":25.99,"currency":"USD"}'

  TOKEN=${demo.access_token}
  sleep 1; curl -s "${api}/api/v1/pixel/reports/conversions?from=${today(-1)}&to=${today(1)}&group_by=campaign,event_type" \\
    -H "authorization: Bearer $TOKEN"

Then: the demo account's competitors, what one of them advertises, and the keyword plan that follows.

  curl -s ${api}/api/v1/competitors/discover -H "authorization: Bearer $TOKEN" \\
    -H 'content-type: application/json' -d '{"company_website":"northwind.example","async_mode":false}'
  curl -s "${api}/api/v1/competitors/social-ads/Strideloom?limit=3" -H "authorization: Bearer $TOKEN"
  curl -s "${api}/api/v1/dashboard/search-ads-keywords?format=csv" -H "authorization: Bearer $TOKEN"
`;

const exposedScreen = (
  { api, docs, demo }: Facts,
  { directory, logFile, seconds }: { directory: string; logFile: string; seconds: number },
) => `
adtrail is ready at ${api} (${seconds.toFixed(1)} s)

  Console         ${api}/console
  API docs        ${docs}
  First account   ${demo.email}   its password and keys are in demo.json of the data folder
  Data            ${directory}   log: ${logFile}

Ctrl-C stops it. The data stays.
`;

const portOf = (url: string) => Number(new URL(url).port);

const today = (offset: number) => new Date(Date.now() + days(offset)).toISOString().slice(0, 10);
