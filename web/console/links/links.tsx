import { Alert, NativeSelect, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CheckSite } from '../kit/check-site.tsx';
import { Code } from '../kit/copy.tsx';
import { type ChannelName, channels, checkedLink, fieldNames, fields, pageAddress, taggedLink } from '../kit/macros.ts';
import { NetworkIcon } from '../kit/network-icon.tsx';
import { Page, Section } from '../kit/page.tsx';

export function LinksPage() {
  return (
    <Page title="Link builder" about="Landing links that say which campaign, ad group and ad a click belongs to.">
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Build />
        <Check />
      </SimpleGrid>
      <Section title="Check my site" about="Loads your landing page as a visitor of an ad gets it: is the pixel there, and can it work?">
        <CheckSite />
      </Section>
    </Page>
  );
}

function Build() {
  const [channel, setChannel] = useState<ChannelName>('google');
  const [landing, setLanding] = useState('');
  const [values, setValues] = useState<Record<string, string>>({});
  const { macros, where, ...rest } = channels[channel];
  const used = Object.fromEntries(fields.map((field) => [field, macros ? macros[field] : (values[field] ?? '').trim()]));
  const link = taggedLink(landing, used);
  const suffix = fields
    .filter((field) => used[field])
    .map((field) => `${field}=${macros ? used[field] : encodeURIComponent(used[field] ?? '')}`)
    .join('&');
  return (
    <Section title="Build a link">
      <Stack gap="sm">
        <NativeSelect
          label="Channel"
          {...(macros && { leftSection: <NetworkIcon of={channel} /> })}
          value={channel}
          onChange={(event) => setChannel(event.currentTarget.value as ChannelName)}
          data={Object.entries(channels).map(([value, { name }]) => ({ value, label: name }))}
        />
        <TextInput
          label="Landing page"
          placeholder="https://shop.example/shoes"
          value={landing}
          onChange={(event) => setLanding(event.currentTarget.value)}
          error={landing && !pageAddress(landing) ? 'Enter a web address, such as https://shop.example/shoes.' : undefined}
        />
        {!macros &&
          fields.map((field) => (
            <TextInput
              key={field}
              label={fieldNames[field]}
              placeholder={{ svc_campaign: 'spring_newsletter', svc_ad_group: 'customers', svc_ad_id: 'banner_1' }[field]}
              value={values[field] ?? ''}
              required={field === 'svc_campaign'}
              onChange={(event) => setValues({ ...values, [field]: event.currentTarget.value })}
            />
          ))}
        <Text fz="sm" c="dimmed">
          {where}
          {'clickId' in rest && ` The network adds ${rest.clickId} by itself.`}
        </Text>
        {suffix && (
          <div>
            <Text fz="sm" fw={550} mb={4}>
              {macros ? 'URL parameters, for every ad of the account' : 'Parameters'}
            </Text>
            <Code prose label="URL parameters" text={suffix} />
          </div>
        )}
        {link && suffix && (
          <div>
            <Text fz="sm" fw={550} mb={4}>
              The whole link
            </Text>
            <Code prose label="Tagged link" text={link} />
          </div>
        )}
      </Stack>
    </Section>
  );
}

const colors = { ok: 'teal', warning: 'orange', error: 'red' } as const;

function Check() {
  const [text, setText] = useState('');
  const [isClicked, setIsClicked] = useState(true);
  const checks = text.trim() ? checkedLink(text, isClicked) : [];
  return (
    <Section title="Check a link" about="Paste the address that your browser shows after a click on your ad.">
      <Stack gap="sm">
        <TextInput
          label="Link"
          placeholder="https://shop.example/?svc_campaign=…"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Switch
          label="Copied after a click, so that macros must be replaced"
          checked={isClicked}
          onChange={(event) => setIsClicked(event.currentTarget.checked)}
        />
        <Stack gap="xs" role="status" aria-live="polite">
          {checks.map(({ level, text: said }) => (
            <Alert key={said} color={colors[level]} py={8}>
              <Text fz="sm" className="anywhere">
                {said}
              </Text>
            </Alert>
          ))}
          {checks.length === 0 && (
            <Text fz="sm" c="dimmed">
              You will see what the service reads of the link, and what is wrong with it.
            </Text>
          )}
        </Stack>
      </Stack>
    </Section>
  );
}
