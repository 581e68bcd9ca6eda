import { Anchor, Badge, Button, CopyButton, Group, List, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../core/api.ts';
import { DataTable } from '../kit/data-table.tsx';
import { Icon } from '../kit/icon.tsx';
import { Section } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';

export type Plan = NonNullable<Answer<'readKeywordPlan'>['plan']>;
type Campaign = Plan['brand_campaign'];
type Negative = Plan['shared_negative_keywords'][number];

export function PlanView({ plan }: { plan: Plan }) {
  const { brand_campaign: brand, non_brand_campaign: other, shared_negative_keywords: shared } = plan;
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <OneCampaign of={brand} about="For people who search for you by name." />
        <OneCampaign of={other} about="For people who search for what you sell, and do not know you yet." />
      </SimpleGrid>
      <Section title="Negative keywords of both campaigns" about="No ad of the plan is shown for searches with these words.">
        {shared.length > 0 ? (
          <Negatives keywords={shared} />
        ) : (
          <Text fz="sm" c="dimmed">
            None.
          </Text>
        )}
      </Section>
      <NextSteps />
      <MadeFrom plan={plan} />
    </Stack>
  );
}

function OneCampaign({ of: { name, keywords, negative_keywords: negatives }, about }: { of: Campaign; about: string }) {
  return (
    <Section
      title={name}
      about={about}
      padding={0}
      actions={
        <CopyButton value={keywords.map(({ text }) => text).join('\n')} timeout={1500}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              variant="default"
              leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
              onClick={copy}
              aria-label={`${copied ? 'Copied' : 'Copy'}: the keywords of ${name}`}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      }
    >
      <DataTable verticalSpacing={6} heads={['Keyword, exact match']}>
        {keywords.map(({ text }) => (
          <Table.Tr key={text}>
            <Table.Td className="anywhere">{text}</Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
      {negatives.length > 0 && (
        <div style={{ padding: 'var(--mantine-spacing-md)' }}>
          <Text fz="sm" fw={550} mb={6}>
            Negative keywords
          </Text>
          <Negatives keywords={negatives} />
        </div>
      )}
    </Section>
  );
}

const kinds = [
  ['phrase', 'These words in this order:'],
  ['broad', 'All of these words, in any order:'],
  ['exact', 'Exactly this search:'],
] as const;

const Negatives = ({ keywords }: { keywords: readonly Negative[] }) => (
  <Stack gap={6}>
    {kinds.map(([kind, words]) => {
      const some = keywords.filter(({ match_type: match }) => match === kind);
      return (
        some.length > 0 && (
          <Group key={kind} gap={6}>
            <Text fz="sm" c="dimmed">
              {words}
            </Text>
            {some.map(({ text }) => (
              <Badge key={text} color="gray" h="auto" py={3} style={{ whiteSpace: 'normal' }}>
                {text}
              </Badge>
            ))}
          </Group>
        )
      );
    })}
  </Stack>
);

const NextSteps = () => (
  <Section
    title="Put it to work"
    about="Both campaigns arrive paused, with a budget of 10 a day in your ad account's currency and manual bids: nothing is spent until you enable them."
  >
    <List fz="sm" type="ordered" spacing={4}>
      <List.Item>Download the CSV file and import it in the desktop editor of your search ads.</List.Item>
      <List.Item>Change there what does not fit. The plan has no search volumes: the keyword planner of your ad account does.</List.Item>
      <List.Item>
        Tag the campaigns with the{' '}
        <Anchor component={Link} to="/links" inherit>
          link builder
        </Anchor>
        , write ads, and enable them.{' '}
        <Anchor component={Link} to="/performance" inherit>
          Performance
        </Anchor>{' '}
        then shows what each earned.
      </List.Item>
    </List>
  </Section>
);

const factsOf = (company: Plan['company_metadata']) =>
  [
    ['Company', company.name],
    ['Website', company.website],
    ['Business', company.business_model],
    ['Where', company.geo_target],
    ['Language', languageText(company.language)],
    ['Goal', company.primary_conversion],
    ['Audience', company.target_audience],
    ['Promise', company.value_proposition],
  ].filter(([, value]) => value);

const languageText = (tag: string) => new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag;

const MadeFrom = ({ plan: { company_metadata: company, created_at: at, version } }: { plan: Plan }) => (
  <Section
    title="Made from"
    about={
      <>
        Version {version}, <Time at={at} ago />. Something is wrong? Correct{' '}
        <Anchor component={Link} to="/account/profile" inherit>
          your profile
        </Anchor>
        , and make a new plan.
      </>
    }
  >
    <Table variant="vertical" verticalSpacing={6}>
      <Table.Tbody>
        {factsOf(company).map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w={110}>{name}</Table.Th>
            <Table.Td className="anywhere">{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Section>
);
