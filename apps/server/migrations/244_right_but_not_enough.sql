-- Somebody who is refused with the right password knows it, which is no guess: told apart.
alter table sign_in_counts drop constraint sign_in_counts_outcome_check;
alter table sign_in_counts add constraint sign_in_counts_outcome_check
  check (outcome in ('signed-in', 'password', 'not-enough', 'code'));
