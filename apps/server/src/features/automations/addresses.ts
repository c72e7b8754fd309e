// Where people look at what is told of workflows: the addresses of the web application's pages.

type Place = { id: string; projectId: string };

export function addressOfWorkflow(workflow: Place): string {
  return addressOf('workflows', workflow);
}

export function addressOfRun(run: Place): string {
  return addressOf('history', run);
}

function addressOf(page: string, { id, projectId }: Place): string {
  return `/automations/${page}/${id}?${new URLSearchParams({ projectId }).toString()}`;
}
