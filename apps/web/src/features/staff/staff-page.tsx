import { useSearch } from '@tanstack/react-router';
import { KeptMails } from './kept-mails.tsx';
import { LostFactors } from './lost-factors.tsx';
import { StaffFrame } from './staff-frame.tsx';
import { Users } from './users.tsx';

/** For people who run this installation: accounts to help with, and mails that no server took. */
export default function StaffPage() {
  const { show } = useSearch({ strict: false }) as { show?: unknown };
  return <StaffFrame>{show === 'mails' ? <KeptMails /> : <Accounts />}</StaffFrame>;
}

function Accounts() {
  return (
    <>
      <LostFactors />
      <Users />
    </>
  );
}
