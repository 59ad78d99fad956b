import { useRouteLoaderData } from "react-router";
import type { Right, Role } from "../rights.ts";

/** Who is signed in, and what they may do. */
export type Person = { staff: { _id: string; name: string; role: Role }; rights: Right[] };

/** Who is signed in; undefined on the pages before that. */
export function usePerson(): Person | undefined {
  return useRouteLoaderData<{ person: Person | undefined }>("root")?.person;
}

/** Whether they may do that. The server asks once more. */
export function useMay(): (right: Right) => boolean {
  const person = usePerson();
  return (right) => person?.rights.includes(right) ?? false;
}
