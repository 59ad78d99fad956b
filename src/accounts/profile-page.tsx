export default function ProfilePage() {
  return <h1>My profile</h1>;
}
