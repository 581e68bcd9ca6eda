import { Text } from '@mantine/core';

/** The code and the details are for a person who asks for them, so they are closed at first. */
export const What = ({ text, code, details }: { text: string; code: string; details: readonly string[] }) => (
  <>
    {text}
    <Text fz="xs" c="dimmed" component="details">
      <summary style={{ width: 'fit-content', minHeight: 24, lineHeight: '24px', cursor: 'pointer' }}>Details</summary>
      {[code, ...details].join(' · ')}
    </Text>
  </>
);
