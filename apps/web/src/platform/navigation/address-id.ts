import { useParams } from '@tanstack/react-router';

/** The thing an address names, `/dashboards/{id}`; features bring their addresses, so the router has no types of them. */
export function useAddressId(): string | undefined {
  const { id } = useParams({ strict: false }) as { id?: string };
  return id;
}
