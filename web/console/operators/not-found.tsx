import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Empty, Page } from '../kit/page.tsx';

export function NotFoundPage() {
  return (
    <Page title="Not found">
      <Empty
        title="This page does not exist"
        action={
          <Button component={Link} to="/operators">
            Go to the search
          </Button>
        }
      >
        The address may be mistyped, or the page was moved.
      </Empty>
    </Page>
  );
}
