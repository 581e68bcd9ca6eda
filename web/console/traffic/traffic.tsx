import { Alert, Anchor, Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { channelTitle } from '../kit/channels.ts';
import { counted } from '../kit/counted.ts';
import { DataTable } from '../kit/data-table.tsx';
import { dayText } from '../kit/dates.ts';
import { consentTexts } from '../kit/event-search.ts';
import { countText, percentText } from '../kit/money.ts';
import { Empty, Loaded, Page, Section } from '../kit/page.tsx';
import { PeriodBar, type PeriodLimit, usePeriod } from '../kit/period-bar.tsx';
import { Tile, Tiles } from '../kit/tiles.tsx';
import { trafficTitles } from '../kit/traffic-titles.ts';
import { livePoll } from '../kit/use-poll.ts';
import { Apply } from './apply.tsx';
import { RuleTable } from './rule-table.tsx';
import { type Report, useRules } from './rules.ts';
import { StaffNetworks } from './staff-networks.tsx';

const limit: PeriodLimit = { most: 366, usual: '30d' };

export function TrafficPage() {
  const { environment, zone } = useScope();
  const query = { environment, time_zone: zone, ...usePeriod(limit) };
  const report = useQuery({
    queryKey: ['traffic', query],
    queryFn: () => call('reportTraffic', { query }),
    refetchInterval: livePoll(1),
  });
  const rules = useRules();
  return (
    <Page
      title="Traffic"
      about="Which clicks are of people. Rates leave out clicks of bots, and clicks and orders of your staff."
      actions={<PeriodBar limit={limit} />}
    >
      <Loaded query={report} height={320}>
        {(data) =>
          data.all.clicks === 0 ? (
            <Section title="Clicks">
              <Empty
                title="No clicks in this period"
                action={
                  <Button component={Link} to="/start">
                    Get started
                  </Button>
                }
              >
                Choose another period, or add the pixel to your landing page: it records the clicks.
              </Empty>
            </Section>
          ) : (
            <>
              <Effect report={data} />
              <Findings findings={data.findings} />
              <Verdicts report={data} />
              <Channels report={data} />
              <Consents report={data} />
            </>
          )
        }
      </Loaded>
      <Loaded query={rules} height={480}>
        {(data) => (
          <>
            <RuleTable rules={data} counted={report.data?.rules} />
            <StaffNetworks rules={data} />
            <Apply rules={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const rateText = (rate: string | null) => (rate === null ? '–' : percentText(Number(rate), 2));

function Effect({ report: { people, all, left_out: leftOut } }: { report: Report }) {
  return (
    <Tiles>
      <Tile
        label="Conversion rate"
        value={rateText(people.conversion_rate)}
        hint="Orders of campaigns divided by clicks of people, of all channels. The overview divides by ad clicks alone."
      />
      <Tile label="Rate of all clicks" value={rateText(all.conversion_rate)} hint="What the rate would be if every rule were off." />
      <Tile label="Clicks of people" value={countText(people.clicks)} />
      <Tile label="Left out" value={countText(leftOut.clicks)} note={`Of ${counted(all.clicks, 'click')}`} />
      <Tile
        label="Orders of campaigns"
        value={countText(people.conversions)}
        note={leftOut.conversions > 0 ? `${countText(leftOut.conversions)} more of your staff` : undefined}
      />
    </Tiles>
  );
}

function Verdicts({ report: { verdicts } }: { report: Report }) {
  return (
    <Section title="Clicks by verdict" about="Bots, previews that nobody opened, suspect clicks and your staff are left out." padding={0}>
      <DataTable minWidth={280} label="Verdicts" heads={['Verdict', ['Clicks', 'number'], ['Share', 'number']]}>
        {verdicts.map(({ traffic, clicks, share }) => (
          <Table.Tr key={traffic}>
            <Table.Td>{trafficTitles[traffic]}</Table.Td>
            <Table.Td className="number">{countText(clicks)}</Table.Td>
            <Table.Td className="number">{percentText(share, 2)}</Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Section>
  );
}

function Channels({ report: { channels } }: { report: Report }) {
  return (
    <Section
      title="Effect by channel"
      padding={0}
      about="The rate of people, beside that of all clicks. Only orders of campaigns count: visits without a campaign have none. A channel leads to its campaigns."
    >
      <DataTable
        minWidth={480}
        label="Rates by channel"
        heads={[
          'Channel',
          ['People', 'number'],
          ['Left out', 'number'],
          ['Orders', 'number'],
          ['Rate', 'number'],
          ['Rate of all', 'number'],
        ]}
      >
        {channels.map(({ channel, people, all }) => (
          <Table.Tr key={channel}>
            <Table.Td>
              <Anchor
                component={Link}
                to="/performance"
                search={((before: object) => ({ ...before, channel, since: undefined, run: undefined })) as never}
                fz="sm"
              >
                {channelTitle(channel)}
              </Anchor>
            </Table.Td>
            <Table.Td className="number">{countText(people.clicks)}</Table.Td>
            <Table.Td className="number">{countText(all.clicks - people.clicks)}</Table.Td>
            <Table.Td className="number">{countText(people.conversions)}</Table.Td>
            <Table.Td className="number">{rateText(people.conversion_rate)}</Table.Td>
            <Table.Td className="number">{rateText(all.conversion_rate)}</Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Section>
  );
}

const words = ['granted', 'denied', 'unknown'] as const;
const isOfPeople = (traffic: string) => traffic === 'human' || traffic === 'unknown';

function Consents({ report: { consents, people } }: { report: Report }) {
  const counts = words.map((word) => {
    const rows = consents.filter(({ ad_user_data, traffic }) => ad_user_data === word && isOfPeople(traffic));
    return { word, clicks: rows.reduce((sum, { clicks }) => sum + clicks, 0) };
  });
  return (
    <Section
      title="Clicks of people by consent"
      padding={0}
      about="Whether the visitor allowed that data is sent to ad networks. Unknown: the page said nothing, and nothing is sent."
    >
      <DataTable minWidth={280} label="Consent" heads={['Consent', ['Clicks', 'number'], ['Share', 'number']]}>
        {counts.map(({ word, clicks }) => (
          <Table.Tr key={word}>
            <Table.Td>{consentTexts[word]}</Table.Td>
            <Table.Td className="number">{countText(clicks)}</Table.Td>
            <Table.Td className="number">{people.clicks > 0 ? percentText(clicks / people.clicks, 2) : '–'}</Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Section>
  );
}

type Finding = Report['findings'][number];

const Findings = ({ findings }: { findings: readonly Finding[] }) =>
  findings.map((finding) => (
    <Alert key={`${finding.code} ${placeOf(finding)}`} color="orange" className="anywhere">
      {textOf(finding)}
    </Alert>
  ));

const placeOf = (finding: Finding) => ('day' in finding ? finding.day : finding.campaign);

function textOf(finding: Finding): string {
  const share = percentText(finding.share, 0);
  const clicks = counted(finding.clicks, 'click');
  return 'day' in finding
    ? `On ${dayText(finding.day)}, ${share} of ${clicks} were of bots, and ${percentText(finding.share_before, 0)} in the days before.`
    : `${share} of the ${clicks} of ${finding.campaign} are of bots, as when an ad network reviews its ads.`;
}
