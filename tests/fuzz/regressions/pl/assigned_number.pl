proc {
5 := 3
}